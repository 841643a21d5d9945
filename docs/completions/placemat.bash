_placemat() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="placemat"
                ;;
            placemat,check)
                cmd="placemat__subcmd__check"
                ;;
            placemat,columns)
                cmd="placemat__subcmd__columns"
                ;;
            placemat,convert)
                cmd="placemat__subcmd__convert"
                ;;
            placemat,detect)
                cmd="placemat__subcmd__detect"
                ;;
            placemat,explain)
                cmd="placemat__subcmd__explain"
                ;;
            placemat,fix)
                cmd="placemat__subcmd__repair"
                ;;
            placemat,help)
                cmd="placemat__subcmd__help"
                ;;
            placemat,list)
                cmd="placemat__subcmd__list"
                ;;
            placemat,repair)
                cmd="placemat__subcmd__repair"
                ;;
            placemat,table)
                cmd="placemat__subcmd__table"
                ;;
            placemat,validate)
                cmd="placemat__subcmd__check"
                ;;
            placemat__subcmd__columns,check)
                cmd="placemat__subcmd__columns__subcmd__check"
                ;;
            placemat__subcmd__columns,convert)
                cmd="placemat__subcmd__columns__subcmd__convert"
                ;;
            placemat__subcmd__columns,help)
                cmd="placemat__subcmd__columns__subcmd__help"
                ;;
            placemat__subcmd__columns,profile)
                cmd="placemat__subcmd__columns__subcmd__profile"
                ;;
            placemat__subcmd__columns,repair)
                cmd="placemat__subcmd__columns__subcmd__repair"
                ;;
            placemat__subcmd__columns__subcmd__help,check)
                cmd="placemat__subcmd__columns__subcmd__help__subcmd__check"
                ;;
            placemat__subcmd__columns__subcmd__help,convert)
                cmd="placemat__subcmd__columns__subcmd__help__subcmd__convert"
                ;;
            placemat__subcmd__columns__subcmd__help,help)
                cmd="placemat__subcmd__columns__subcmd__help__subcmd__help"
                ;;
            placemat__subcmd__columns__subcmd__help,profile)
                cmd="placemat__subcmd__columns__subcmd__help__subcmd__profile"
                ;;
            placemat__subcmd__columns__subcmd__help,repair)
                cmd="placemat__subcmd__columns__subcmd__help__subcmd__repair"
                ;;
            placemat__subcmd__help,check)
                cmd="placemat__subcmd__help__subcmd__check"
                ;;
            placemat__subcmd__help,columns)
                cmd="placemat__subcmd__help__subcmd__columns"
                ;;
            placemat__subcmd__help,convert)
                cmd="placemat__subcmd__help__subcmd__convert"
                ;;
            placemat__subcmd__help,detect)
                cmd="placemat__subcmd__help__subcmd__detect"
                ;;
            placemat__subcmd__help,explain)
                cmd="placemat__subcmd__help__subcmd__explain"
                ;;
            placemat__subcmd__help,help)
                cmd="placemat__subcmd__help__subcmd__help"
                ;;
            placemat__subcmd__help,list)
                cmd="placemat__subcmd__help__subcmd__list"
                ;;
            placemat__subcmd__help,repair)
                cmd="placemat__subcmd__help__subcmd__repair"
                ;;
            placemat__subcmd__help,table)
                cmd="placemat__subcmd__help__subcmd__table"
                ;;
            placemat__subcmd__help__subcmd__columns,check)
                cmd="placemat__subcmd__help__subcmd__columns__subcmd__check"
                ;;
            placemat__subcmd__help__subcmd__columns,convert)
                cmd="placemat__subcmd__help__subcmd__columns__subcmd__convert"
                ;;
            placemat__subcmd__help__subcmd__columns,profile)
                cmd="placemat__subcmd__help__subcmd__columns__subcmd__profile"
                ;;
            placemat__subcmd__help__subcmd__columns,repair)
                cmd="placemat__subcmd__help__subcmd__columns__subcmd__repair"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        placemat)
            opts="-h -V --isa --help --version convert check validate repair fix detect explain columns table list help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__check)
            opts="-e -v -l -q -0 -a -g -j -h --encoding --json --sarif --format --verbose --brief --summary --list --quiet --null --width --color --lint --deny --range --exit-zero --text --skipped --glob --type --type-list --hidden --no-ignore --follow --threads --max-errors --default-endian --heal-pairs --refuse-surrogates --files0-from --stdin-filename --isa --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --encoding)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252 gbk gb18030 big5 shift_jis euc-jp iso-2022-jp euc-kr koi8-r koi8-u windows-1251 ibm866 iso-8859-5 x-mac-cyrillic windows-1250 iso-8859-2 iso-8859-16 windows-1253 iso-8859-7 windows-1254 windows-1255 iso-8859-8-i iso-8859-8 windows-1256 iso-8859-6 windows-874 windows-1257 iso-8859-13 iso-8859-4 windows-1258 iso-8859-15 iso-8859-3 iso-8859-10 iso-8859-14 macintosh x-user-defined auto" -- "${cur}"))
                    return 0
                    ;;
                -e)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252 gbk gb18030 big5 shift_jis euc-jp iso-2022-jp euc-kr koi8-r koi8-u windows-1251 ibm866 iso-8859-5 x-mac-cyrillic windows-1250 iso-8859-2 iso-8859-16 windows-1253 iso-8859-7 windows-1254 windows-1255 iso-8859-8-i iso-8859-8 windows-1256 iso-8859-6 windows-874 windows-1257 iso-8859-13 iso-8859-4 windows-1258 iso-8859-15 iso-8859-3 iso-8859-10 iso-8859-14 macintosh x-user-defined auto" -- "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "text json sarif github" -- "${cur}"))
                    return 0
                    ;;
                --width)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -W "bom double-bom mojibake nul replacement-character bidi c1 noncharacters" -- "${cur}"))
                    return 0
                    ;;
                --range)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --glob)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -g)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --type)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --default-endian)
                    COMPREPLY=($(compgen -W "big little" -- "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --stdin-filename)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__columns)
            opts="-h --isa --help check profile convert repair help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__columns__subcmd__check)
            opts="-e -c -h --encoding --column --json --color --max-errors --isa --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --encoding)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252" -- "${cur}"))
                    return 0
                    ;;
                -e)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252" -- "${cur}"))
                    return 0
                    ;;
                --column)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__columns__subcmd__convert)
            opts="-f -c -q -o -h --from --column --on-error --on-unencodable --on-failure --default-endian --heal-pairs --refuse-surrogates --json --quiet --output --overwrite --in-place --break-hard-links --preserve-times --isa --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --from)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252" -- "${cur}"))
                    return 0
                    ;;
                --column)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "strict replace replace-byte replace-generalized replace-sequence replace-run skip surrogateescape surrogatepass latin1 cp1252" -- "${cur}"))
                    return 0
                    ;;
                --on-unencodable)
                    COMPREPLY=($(compgen -W "strict replace replace-qmark escape-rust escape-xml strict-roundtrip private-use" -- "${cur}"))
                    return 0
                    ;;
                --on-failure)
                    COMPREPLY=($(compgen -W "stop null" -- "${cur}"))
                    return 0
                    ;;
                --default-endian)
                    COMPREPLY=($(compgen -W "big little" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__columns__subcmd__help)
            opts="check profile convert repair help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__columns__subcmd__help__subcmd__check)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__columns__subcmd__help__subcmd__convert)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__columns__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__columns__subcmd__help__subcmd__profile)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__columns__subcmd__help__subcmd__repair)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__columns__subcmd__profile)
            opts="-e -c -h --encoding --column --json --isa --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --encoding)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252" -- "${cur}"))
                    return 0
                    ;;
                -e)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252" -- "${cur}"))
                    return 0
                    ;;
                --column)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__columns__subcmd__repair)
            opts="-c -q -o -h --fix --column --on-failure --json --quiet --output --overwrite --in-place --break-hard-links --preserve-times --isa --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --fix)
                    COMPREPLY=($(compgen -W "cesu-8 c0-80 double-encoding double-encoding-lines double-bom bom lone-surrogates legacy-bytes utf-16 default all" -- "${cur}"))
                    return 0
                    ;;
                --column)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-failure)
                    COMPREPLY=($(compgen -W "stop null keep" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__convert)
            opts="-f -t -q -o -a -g -j -h --from --to --on-error --on-unencodable --pairs --default-endian --heal-pairs --refuse-surrogates --pass-reserved --fail-on-loss --json --quiet --output --in-place --out-dir --dry-run --force --undo-log --bom --line-ends --break-hard-links --preserve-times --text --skipped --glob --type --type-list --hidden --no-ignore --follow --threads --files0-from --stdin-filename --isa --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --from)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252 gbk gb18030 big5 shift_jis euc-jp iso-2022-jp euc-kr koi8-r koi8-u windows-1251 ibm866 iso-8859-5 x-mac-cyrillic windows-1250 iso-8859-2 iso-8859-16 windows-1253 iso-8859-7 windows-1254 windows-1255 iso-8859-8-i iso-8859-8 windows-1256 iso-8859-6 windows-874 windows-1257 iso-8859-13 iso-8859-4 windows-1258 iso-8859-15 iso-8859-3 iso-8859-10 iso-8859-14 macintosh x-user-defined code-points auto" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252 gbk gb18030 big5 shift_jis euc-jp iso-2022-jp euc-kr koi8-r koi8-u windows-1251 ibm866 iso-8859-5 x-mac-cyrillic windows-1250 iso-8859-2 iso-8859-16 windows-1253 iso-8859-7 windows-1254 windows-1255 iso-8859-8-i iso-8859-8 windows-1256 iso-8859-6 windows-874 windows-1257 iso-8859-13 iso-8859-4 windows-1258 iso-8859-15 iso-8859-3 iso-8859-10 iso-8859-14 macintosh x-user-defined code-points auto" -- "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252 gbk gb18030 big5 shift_jis euc-jp iso-2022-jp euc-kr koi8-r koi8-u windows-1251 ibm866 iso-8859-5 x-mac-cyrillic windows-1250 iso-8859-2 iso-8859-16 windows-1253 iso-8859-7 windows-1254 windows-1255 iso-8859-8-i iso-8859-8 windows-1256 iso-8859-6 windows-874 windows-1257 iso-8859-13 iso-8859-4 windows-1258 iso-8859-15 iso-8859-3 iso-8859-10 iso-8859-14 macintosh x-user-defined code-points" -- "${cur}"))
                    return 0
                    ;;
                -t)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252 gbk gb18030 big5 shift_jis euc-jp iso-2022-jp euc-kr koi8-r koi8-u windows-1251 ibm866 iso-8859-5 x-mac-cyrillic windows-1250 iso-8859-2 iso-8859-16 windows-1253 iso-8859-7 windows-1254 windows-1255 iso-8859-8-i iso-8859-8 windows-1256 iso-8859-6 windows-874 windows-1257 iso-8859-13 iso-8859-4 windows-1258 iso-8859-15 iso-8859-3 iso-8859-10 iso-8859-14 macintosh x-user-defined code-points" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "strict replace replace-byte replace-generalized replace-sequence replace-run skip surrogateescape surrogatepass latin1 cp1252" -- "${cur}"))
                    return 0
                    ;;
                --on-unencodable)
                    COMPREPLY=($(compgen -W "strict replace replace-qmark escape-rust escape-xml strict-roundtrip private-use" -- "${cur}"))
                    return 0
                    ;;
                --pairs)
                    COMPREPLY=($(compgen -W "join error replace" -- "${cur}"))
                    return 0
                    ;;
                --default-endian)
                    COMPREPLY=($(compgen -W "big little" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --out-dir)
                    COMPREPLY=()
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o plusdirs
                    fi
                    return 0
                    ;;
                --undo-log)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --bom)
                    COMPREPLY=($(compgen -W "keep strip add" -- "${cur}"))
                    return 0
                    ;;
                --line-ends)
                    COMPREPLY=($(compgen -W "keep lf crlf" -- "${cur}"))
                    return 0
                    ;;
                --glob)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -g)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --type)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --stdin-filename)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__detect)
            opts="-v -a -g -j -h --json --verbose --whole --text --skipped --width --color --glob --type --type-list --hidden --no-ignore --follow --threads --files0-from --stdin-filename --isa --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --width)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --glob)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -g)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --type)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --stdin-filename)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__explain)
            opts="-e -h --encoding --text --hex --all --json --base --seen-as --width --color --default-endian --at --isa --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --encoding)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252" -- "${cur}"))
                    return 0
                    ;;
                -e)
                    COMPREPLY=($(compgen -W "utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252" -- "${cur}"))
                    return 0
                    ;;
                --text)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --hex)
                    COMPREPLY=("${cur}")
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o nospace
                    fi
                    return 0
                    ;;
                --base)
                    COMPREPLY=($(compgen -W "hex octal binary decimal" -- "${cur}"))
                    return 0
                    ;;
                --seen-as)
                    COMPREPLY=($(compgen -W "iso-8859-1 windows-1252 cp437" -- "${cur}"))
                    return 0
                    ;;
                --width)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --default-endian)
                    COMPREPLY=($(compgen -W "big little" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help)
            opts="convert check repair detect explain columns table list help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__check)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__columns)
            opts="check profile convert repair"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__columns__subcmd__check)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__columns__subcmd__convert)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__columns__subcmd__profile)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__columns__subcmd__repair)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__convert)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__detect)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__explain)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__list)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__repair)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__help__subcmd__table)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__list)
            opts="-h --long --json --instruction-sets --isa --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__repair)
            opts="-o -q -a -g -j -h --fix --in-place --output --dry-run --diff --undo-log --undo --json --excerpt --brief --quiet --max-edits --width --color --break-hard-links --preserve-times --text --skipped --glob --type --type-list --hidden --no-ignore --follow --threads --files0-from --stdin-filename --isa --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --fix)
                    COMPREPLY=($(compgen -W "cesu-8 c0-80 double-encoding double-encoding-lines double-bom bom lone-surrogates legacy-bytes utf-16 default all legacy" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --undo-log)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --undo)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-edits)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --width)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --glob)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -g)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --type)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files0-from)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --stdin-filename)
                    local oldifs
                    if [ -n "${IFS+x}" ]; then
                        oldifs="$IFS"
                    fi
                    IFS=$'\n'
                    COMPREPLY=($(compgen -f "${cur}"))
                    if [ -n "${oldifs+x}" ]; then
                        IFS="$oldifs"
                    fi
                    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
                        compopt -o filenames
                    fi
                    return 0
                    ;;
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        placemat__subcmd__table)
            opts="-h --regex --chart --blocks --isa --help utf-8 utf-8-sig generalized-utf-8 wtf-8 utf-8b utf-16 utf-16le utf-16be wtf-16le wtf-16be utf-32 utf-32le utf-32be ucs-2le ucs-2be ucs-4le ucs-4be cesu-8 cesu-8-lenient mutf-8 mutf-8-lenient utf8mb3 optu-8 optu-8-reversible utf-1 fss-utf-1992-07 utf-8-rfc2279 corrected-utf-8 corrected-utf-8-document utf-8-mod utf-ebcdic us-ascii iso-8859-1 windows-1252 tcl-8.6-utf-8 mutf-8-writeutf mutf-8-long mutf-8-nul mutf-8-dex utf-8-or-iso-8859-1 utf-8-or-windows-1252 double-utf-8-latin1 double-utf-8-cp1252"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --regex)
                    COMPREPLY=($(compgen -W "article bytes latin1" -- "${cur}"))
                    return 0
                    ;;
                --isa)
                    COMPREPLY=($(compgen -W "scalar sse4.1 avx2 avx512 neon" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _placemat -o nosort -o bashdefault -o default placemat
else
    complete -F _placemat -o bashdefault -o default placemat
fi
