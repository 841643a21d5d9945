# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_placemat_global_optspecs
    string join \n isa= h/help V/version
end

function __fish_placemat_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_placemat_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_placemat_using_subcommand
    set -l cmd (__fish_placemat_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c placemat -n "__fish_placemat_needs_command" -l isa -d 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default' -r
complete -c placemat -n "__fish_placemat_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c placemat -n "__fish_placemat_needs_command" -s V -l version -d 'Print version'
complete -c placemat -n "__fish_placemat_needs_command" -f -a "convert" -d 'Convert text from one encoding to another'
complete -c placemat -n "__fish_placemat_needs_command" -f -a "check" -d 'Find everything that is ill-formed in files and folders'
complete -c placemat -n "__fish_placemat_needs_command" -f -a "repair" -d 'Repair UTF-8 that was damaged in known ways: shows what it would do, and does it with --in-place'
complete -c placemat -n "__fish_placemat_needs_command" -f -a "detect" -d 'Tell which encoding files are in, and on what evidence'
complete -c placemat -n "__fish_placemat_needs_command" -f -a "explain" -d 'Show each sequence with its bits, its code point and its name'
complete -c placemat -n "__fish_placemat_needs_command" -f -a "table" -d 'Show the table of an encoding, its properties, its chart, or the expression that validates it'
complete -c placemat -n "__fish_placemat_needs_command" -f -a "list" -d 'List the encodings'
complete -c placemat -n "__fish_placemat_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -s f -l from -d 'Encoding of the inputs' -r
complete -c placemat -n "__fish_placemat_using_subcommand convert" -s t -l to -d 'Encoding of the output' -r
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l on-error -d 'What to do with an ill-formed part of an input' -r -f -a "strict\t'Stop at the first'
replace\t'One U+FFFD for a maximal subpart'
replace-byte\t'One U+FFFD for each unit'
replace-generalized\t'From utf-8: one U+FFFD for a maximal subpart of generalized UTF-8'
replace-sequence\t'From utf-8: one U+FFFD for a lead byte and what it announces'
replace-run\t'One U+FFFD for adjacent ill-formed parts together'
skip\t'Nothing; unsafe, for it joins what stood apart'
surrogateescape\t'From utf-8: U+DC00 + byte for each byte; the result is utf-8b'
surrogatepass\t'From utf-8: the surrogate; reads ill-formed parts, which others wrote'
latin1\t'From utf-8: the byte as ISO-8859-1; reads ill-formed parts, which others wrote'
cp1252\t'From utf-8: the byte as Windows-1252; reads ill-formed parts, which others wrote'"
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l on-unencodable -d 'What to do with a code point that the output cannot hold' -r -f -a "strict\t'Stop at the first'
replace\t'U+FFFD, or `?` where that has no place either'
replace-qmark\t'`?`'
escape-rust\t'\\u{D800}'
escape-xml\t'&#xD800;'
strict-roundtrip\t'To utf-8b: stop also at escapes that would be read back as characters'
private-use\t'From and to corrected-utf-8: C1 controls and surrogates as private use'"
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l pairs -d 'What to do with surrogates that would be read back as one code point [default: join]' -r -f -a "join\t'Write them as they are; given, it is no loss, and not given, it is one'
error\t'Stop at the first'
replace\t'U+FFFD for the trail surrogate'"
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l default-endian -d 'Byte order of `utf-16` and `utf-32` without a mark' -r -f -a "big\t'Most significant byte first'
little\t'Least significant byte first'"
complete -c placemat -n "__fish_placemat_using_subcommand convert" -s o -l output -d 'Write to this file; `-` is standard output' -r -F
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l out-dir -d 'Convert each file by itself, into this folder' -r -F
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l bom -d 'What to do with a mark, U+FEFF, at the front of a text' -r -f -a "keep\t'As the encodings say: utf-16, utf-32 and utf-8-sig read and write one, to others it is a character'
strip\t'None is written; utf-16 and utf-32 are big-endian then'
add\t'One is written, whether or not there was one'"
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l line-ends -d 'What to do with line ends' -r -f -a "keep\t'They stay as they are'
lf\t'U+000D U+000A becomes U+000A'
crlf\t'U+000A becomes U+000D U+000A, where it is not that already'"
complete -c placemat -n "__fish_placemat_using_subcommand convert" -s g -l glob -d 'Only files in folders that match; with `!` in front, only others' -r
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l type -d 'Only files in folders of this type, as ripgrep knows it: `txt`, `json`, `java` …' -r
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l threads -d 'How many files are read at once [default: one for each core]' -r
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l isa -d 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default' -r
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l heal-pairs -d 'Read a surrogate pair in `wtf-8` as the code point that it stands for'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l refuse-surrogates -d 'Refuse surrogates in `utf-1`, `fss-utf-1992-07` and `utf-8-rfc2279`'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l json -d 'Report on standard error, as a line of JSON for each input'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l quiet -d 'Leave out notes, warnings and counts'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l in-place -d 'Convert each file by itself, in its place'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l break-hard-links -d 'Replace also files with other names (hard links), which keep the old text'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l preserve-times -d 'Keep the times of reading and writing of each file'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -s a -l text -d 'In folders, convert also files that look binary'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l skipped -d 'Name the files that are skipped'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l hidden -d 'Also hidden files and folders'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l no-ignore -d 'Also what .gitignore, .ignore and their kin leave out'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -l follow -d 'Follow links that are met in folders'
complete -c placemat -n "__fish_placemat_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c placemat -n "__fish_placemat_using_subcommand check" -s e -l encoding -d 'Encoding of the inputs; `auto` detects that of each' -r
complete -c placemat -n "__fish_placemat_using_subcommand check" -l format -d 'The form of the report' -r -f -a "text\t'For people'
json\t'A line of JSON for each input'
sarif\t'One document, SARIF 2.1.0'
github\t'Workflow commands, which annotate lines'"
complete -c placemat -n "__fish_placemat_using_subcommand check" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c placemat -n "__fish_placemat_using_subcommand check" -s g -l glob -d 'Only files in folders that match; with `!` in front, only others' -r
complete -c placemat -n "__fish_placemat_using_subcommand check" -l type -d 'Only files in folders of this type, as ripgrep knows it: `txt`, `json`, `java` …' -r
complete -c placemat -n "__fish_placemat_using_subcommand check" -l threads -d 'How many files are read at once [default: one for each core]' -r
complete -c placemat -n "__fish_placemat_using_subcommand check" -l max-errors -d 'List at most so many errors of each input, 0 for all' -r
complete -c placemat -n "__fish_placemat_using_subcommand check" -l default-endian -d 'Byte order of `utf-16` and `utf-32` without a mark' -r -f -a "big\t'Most significant byte first'
little\t'Least significant byte first'"
complete -c placemat -n "__fish_placemat_using_subcommand check" -l isa -d 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default' -r
complete -c placemat -n "__fish_placemat_using_subcommand check" -l json -d 'Report as a line of JSON for each input: --format json'
complete -c placemat -n "__fish_placemat_using_subcommand check" -l excerpt -d 'Show the bytes around each error, and a hint [default on a terminal]'
complete -c placemat -n "__fish_placemat_using_subcommand check" -l brief -d 'Only a line for each error [default elsewhere]'
complete -c placemat -n "__fish_placemat_using_subcommand check" -l summary -d 'Count the errors of each input by kind, instead of listing them'
complete -c placemat -n "__fish_placemat_using_subcommand check" -s l -l list -d 'Only name the inputs with errors, one a line'
complete -c placemat -n "__fish_placemat_using_subcommand check" -s 0 -l null -d 'End each name with a byte 00 instead of a line end'
complete -c placemat -n "__fish_placemat_using_subcommand check" -l lint -d 'Also the house rules of Corrected UTF-8 documents'
complete -c placemat -n "__fish_placemat_using_subcommand check" -l exit-zero -d 'End with status 0 also where something is ill-formed'
complete -c placemat -n "__fish_placemat_using_subcommand check" -s a -l text -d 'Check files that look binary as well'
complete -c placemat -n "__fish_placemat_using_subcommand check" -l skipped -d 'Name the files that are skipped, on standard error'
complete -c placemat -n "__fish_placemat_using_subcommand check" -l hidden -d 'Also hidden files and folders'
complete -c placemat -n "__fish_placemat_using_subcommand check" -l no-ignore -d 'Also what .gitignore, .ignore and their kin leave out'
complete -c placemat -n "__fish_placemat_using_subcommand check" -l follow -d 'Follow links that are met in folders'
complete -c placemat -n "__fish_placemat_using_subcommand check" -l heal-pairs -d 'Read a surrogate pair in `wtf-8` as the code point that it stands for'
complete -c placemat -n "__fish_placemat_using_subcommand check" -l refuse-surrogates -d 'Refuse surrogates in `utf-1`, `fss-utf-1992-07` and `utf-8-rfc2279`'
complete -c placemat -n "__fish_placemat_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l fix -d 'What to repair, separated by commas' -r -f -a "cesu-8\t'A surrogate pair of CESU-8 or Modified UTF-8 becomes the character [default]'
c0-80\t'C0 80 of Modified UTF-8 becomes U+0000 [default]'
double-encoding\t'A text that was encoded twice, or more often, is decoded [default]'
double-encoding-lines\t'The same, for each line by itself'
marks\t'Several marks at the front, or a doubly encoded one, become one mark [default]'
mark\t'A mark at the front goes'
lone-surrogates\t'A surrogate without its other half becomes U+FFFD, which loses it'
legacy-bytes\t'A byte that is no part of UTF-8 is read as Windows-1252'
utf-16\t'A text that is UTF-16 becomes UTF-8, without its mark'
all\t'All of these but `mark`'"
complete -c placemat -n "__fish_placemat_using_subcommand repair" -s o -l output -d 'Write the repaired text of a single input to this file; `-` is standard output' -r -F
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l undo-log -d 'Append to this file what --undo needs' -r -F
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l undo -d 'Undo what is in this log, the last first' -r -F
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l max-edits -d 'Show at most so many changed lines of each file, 0 for all [default: 5; with --json 100 edits]' -r
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l width -d 'Columns of a line [default: those of the terminal, or 80]' -r
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c placemat -n "__fish_placemat_using_subcommand repair" -s g -l glob -d 'Only files in folders that match; with `!` in front, only others' -r
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l type -d 'Only files in folders of this type, as ripgrep knows it: `txt`, `json`, `java` …' -r
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l threads -d 'How many files are read at once [default: one for each core]' -r
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l isa -d 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default' -r
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l in-place -d 'Repair the files, in their places'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l json -d 'Report as a line of JSON for each input'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l excerpt -d 'Show changed lines also of files that are written'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l brief -d 'Only a line for each file'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l break-hard-links -d 'Replace also files with other names (hard links), which keep the old text'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l preserve-times -d 'Keep the times of reading and writing of each file'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -s a -l text -d 'Repair files that look binary as well'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l skipped -d 'Name the files that are skipped, on standard error'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l hidden -d 'Also hidden files and folders'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l no-ignore -d 'Also what .gitignore, .ignore and their kin leave out'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -l follow -d 'Follow links that are met in folders'
complete -c placemat -n "__fish_placemat_using_subcommand repair" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c placemat -n "__fish_placemat_using_subcommand detect" -s g -l glob -d 'Only files in folders that match; with `!` in front, only others' -r
complete -c placemat -n "__fish_placemat_using_subcommand detect" -l type -d 'Only files in folders of this type, as ripgrep knows it: `txt`, `json`, `java` …' -r
complete -c placemat -n "__fish_placemat_using_subcommand detect" -l threads -d 'How many files are read at once [default: one for each core]' -r
complete -c placemat -n "__fish_placemat_using_subcommand detect" -l isa -d 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default' -r
complete -c placemat -n "__fish_placemat_using_subcommand detect" -l json -d 'Report as a line of JSON for each input'
complete -c placemat -n "__fish_placemat_using_subcommand detect" -l whole -d 'Read all of each input, and not only its first 1 MiB'
complete -c placemat -n "__fish_placemat_using_subcommand detect" -l hidden -d 'Also hidden files and folders'
complete -c placemat -n "__fish_placemat_using_subcommand detect" -l no-ignore -d 'Also what .gitignore, .ignore and their kin leave out'
complete -c placemat -n "__fish_placemat_using_subcommand detect" -l follow -d 'Follow links that are met in folders'
complete -c placemat -n "__fish_placemat_using_subcommand detect" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c placemat -n "__fish_placemat_using_subcommand explain" -s e -l encoding -d 'Encoding of the input, and what --text is put into' -r
complete -c placemat -n "__fish_placemat_using_subcommand explain" -l text -d 'Explain this text' -r
complete -c placemat -n "__fish_placemat_using_subcommand explain" -l hex -d 'Explain these bytes, in hexadecimal' -r
complete -c placemat -n "__fish_placemat_using_subcommand explain" -l base -d 'How bytes are written' -r -f -a "hex\t'Two digits'
octal\t'Three digits; a trail byte of UTF-8 is 2 and its six bits'
binary\t'Eight digits'
decimal\t'Up to three digits'"
complete -c placemat -n "__fish_placemat_using_subcommand explain" -l seen-as -d 'Show also what software that takes the bytes for this would display' -r -f -a "iso-8859-1\t'Latin-1'
windows-1252\t'Of Windows in the West'
cp437\t'Of DOS'"
complete -c placemat -n "__fish_placemat_using_subcommand explain" -l width -d 'Columns of a line [default: those of the terminal, or 80]' -r
complete -c placemat -n "__fish_placemat_using_subcommand explain" -l color -d 'When to colour' -r -f -a "auto\t'On a terminal, unless the environment says otherwise'
always\t'Always'
never\t'Never'"
complete -c placemat -n "__fish_placemat_using_subcommand explain" -l default-endian -d 'Byte order of `utf-16` and `utf-32` without a mark' -r -f -a "big\t'Most significant byte first'
little\t'Least significant byte first'"
complete -c placemat -n "__fish_placemat_using_subcommand explain" -l isa -d 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default' -r
complete -c placemat -n "__fish_placemat_using_subcommand explain" -l all -d 'Show the text in every encoding side by side instead'
complete -c placemat -n "__fish_placemat_using_subcommand explain" -l json -d 'Report as a line of JSON for each sequence'
complete -c placemat -n "__fish_placemat_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c placemat -n "__fish_placemat_using_subcommand table" -l regex -d 'Print the expression that matches exactly the well-formed text' -r -f -a "article\t'For people, a line for each range of sequences'
bytes\t'For Rust\'s regex::bytes'
latin1\t'For engines that match characters, over the bytes read as ISO-8859-1'"
complete -c placemat -n "__fish_placemat_using_subcommand table" -l isa -d 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default' -r
complete -c placemat -n "__fish_placemat_using_subcommand table" -l chart -d 'Print the chart of its bytes, 16 by 16'
complete -c placemat -n "__fish_placemat_using_subcommand table" -l blocks -d 'With the chart, list what the lead bytes begin, with the names of Unicode blocks'
complete -c placemat -n "__fish_placemat_using_subcommand table" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c placemat -n "__fish_placemat_using_subcommand list" -l isa -d 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default' -r
complete -c placemat -n "__fish_placemat_using_subcommand list" -l instruction-sets -d 'List the instruction sets instead: which this CPU has, and which one is in use'
complete -c placemat -n "__fish_placemat_using_subcommand list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c placemat -n "__fish_placemat_using_subcommand help; and not __fish_seen_subcommand_from convert check repair detect explain table list help" -f -a "convert" -d 'Convert text from one encoding to another'
complete -c placemat -n "__fish_placemat_using_subcommand help; and not __fish_seen_subcommand_from convert check repair detect explain table list help" -f -a "check" -d 'Find everything that is ill-formed in files and folders'
complete -c placemat -n "__fish_placemat_using_subcommand help; and not __fish_seen_subcommand_from convert check repair detect explain table list help" -f -a "repair" -d 'Repair UTF-8 that was damaged in known ways: shows what it would do, and does it with --in-place'
complete -c placemat -n "__fish_placemat_using_subcommand help; and not __fish_seen_subcommand_from convert check repair detect explain table list help" -f -a "detect" -d 'Tell which encoding files are in, and on what evidence'
complete -c placemat -n "__fish_placemat_using_subcommand help; and not __fish_seen_subcommand_from convert check repair detect explain table list help" -f -a "explain" -d 'Show each sequence with its bits, its code point and its name'
complete -c placemat -n "__fish_placemat_using_subcommand help; and not __fish_seen_subcommand_from convert check repair detect explain table list help" -f -a "table" -d 'Show the table of an encoding, its properties, its chart, or the expression that validates it'
complete -c placemat -n "__fish_placemat_using_subcommand help; and not __fish_seen_subcommand_from convert check repair detect explain table list help" -f -a "list" -d 'List the encodings'
complete -c placemat -n "__fish_placemat_using_subcommand help; and not __fish_seen_subcommand_from convert check repair detect explain table list help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
