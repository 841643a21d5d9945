
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'placemat' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'placemat'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'placemat' {
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Convert text from one encoding to another')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Find invalid text: what a file looks like, where it is wrong, what to run next')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Find invalid text: what a file looks like, where it is wrong, what to run next')
            [CompletionResult]::new('repair', 'repair', [CompletionResultType]::ParameterValue, 'Repair UTF-8 that was damaged in known ways, or preview the repair')
            [CompletionResult]::new('fix', 'fix', [CompletionResultType]::ParameterValue, 'Repair UTF-8 that was damaged in known ways, or preview the repair')
            [CompletionResult]::new('detect', 'detect', [CompletionResultType]::ParameterValue, 'Name the encoding of each file')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Show each sequence with its bits, its code point and its name')
            [CompletionResult]::new('columns', 'columns', [CompletionResultType]::ParameterValue, 'Check, profile, convert and repair a column of text in Parquet files')
            [CompletionResult]::new('table', 'table', [CompletionResultType]::ParameterValue, 'Show the table of an encoding, its properties, its chart, or the expression that validates it')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the encodings, and what each is for')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'placemat;convert' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Encoding of the inputs, or `auto`')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Encoding of the inputs, or `auto`')
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Encoding of the output')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Encoding of the output')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What to do with an ill-formed part')
            [CompletionResult]::new('--on-unencodable', '--on-unencodable', [CompletionResultType]::ParameterName, 'What to do with a code point that the output cannot hold')
            [CompletionResult]::new('--pairs', '--pairs', [CompletionResultType]::ParameterName, 'What to do with surrogates that would be read back as one code point [default: join]')
            [CompletionResult]::new('--default-endian', '--default-endian', [CompletionResultType]::ParameterName, 'Byte order of `utf-16` and `utf-32` without a mark [default: big]')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to this file; `-` is standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to this file; `-` is standard output')
            [CompletionResult]::new('--out-dir', '--out-dir', [CompletionResultType]::ParameterName, 'Convert each file by itself, into this folder')
            [CompletionResult]::new('--undo-log', '--undo-log', [CompletionResultType]::ParameterName, 'Append to this file what `placemat repair --undo` needs to bring the old files back')
            [CompletionResult]::new('--bom', '--bom', [CompletionResultType]::ParameterName, 'What to do with a mark, U+FEFF, at the front')
            [CompletionResult]::new('--line-ends', '--line-ends', [CompletionResultType]::ParameterName, 'What to do with line ends')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Only files in folders of this type, as ripgrep knows it: `txt`, `json`, `java` …')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--files0-from', '--files0-from', [CompletionResultType]::ParameterName, 'Read the names of the inputs from this file, each ended by a byte 00; `-` is standard input')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name that reports show for standard input')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--heal-pairs', '--heal-pairs', [CompletionResultType]::ParameterName, 'Read a surrogate pair in `wtf-8` as the code point that it stands for')
            [CompletionResult]::new('--refuse-surrogates', '--refuse-surrogates', [CompletionResultType]::ParameterName, 'Refuse surrogates in `utf-1`, `fss-utf-1992-07` and `utf-8-rfc2279`')
            [CompletionResult]::new('--pass-reserved', '--pass-reserved', [CompletionResultType]::ParameterName, 'Copy what Corrected UTF-8 reserves for future use, FE and FF with what belongs to them, from it and to it')
            [CompletionResult]::new('--fail-on-loss', '--fail-on-loss', [CompletionResultType]::ParameterName, 'Exit with 1 also if all that was lost is what --on-error, --on-unencodable or --pairs asked for')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report on standard error, as a line of JSON for each input')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Leave out notes, warnings, counts and hints')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Leave out notes, warnings, counts and hints')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Convert each file by itself, in its place')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing, and say what would be done')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Convert also files whose bytes contradict --from')
            [CompletionResult]::new('--break-hard-links', '--break-hard-links', [CompletionResultType]::ParameterName, 'Replace also files with other names (hard links), which keep the old text')
            [CompletionResult]::new('--preserve-times', '--preserve-times', [CompletionResultType]::ParameterName, 'Keep the times of reading and writing of each file; with -o those of the one file that is read')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'In folders, convert also files that look binary')
            [CompletionResult]::new('--text', '--text', [CompletionResultType]::ParameterName, 'In folders, convert also files that look binary')
            [CompletionResult]::new('--skipped', '--skipped', [CompletionResultType]::ParameterName, 'Name the files that are skipped')
            [CompletionResult]::new('--type-list', '--type-list', [CompletionResultType]::ParameterName, 'List the types, and their globs, and do nothing else')
            [CompletionResult]::new('--hidden', '--hidden', [CompletionResultType]::ParameterName, 'Also hidden files and folders')
            [CompletionResult]::new('--no-ignore', '--no-ignore', [CompletionResultType]::ParameterName, 'Also what .gitignore, .ignore and their kin leave out')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Follow links that are met in folders')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;check' {
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Encoding of the inputs; `auto` detects that of each')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'Encoding of the inputs; `auto` detects that of each')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the report')
            [CompletionResult]::new('--width', '--width', [CompletionResultType]::ParameterName, 'Width of the report in columns [default: that of the terminal]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Report also valid text that is unwanted')
            [CompletionResult]::new('--range', '--range', [CompletionResultType]::ParameterName, 'Report only what begins at these offsets: `A..B`, `A..` or `..B`')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Only files in folders of this type, as ripgrep knows it: `txt`, `json`, `java` …')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--max-errors', '--max-errors', [CompletionResultType]::ParameterName, 'List at most N places of each file, 0 for all')
            [CompletionResult]::new('--default-endian', '--default-endian', [CompletionResultType]::ParameterName, 'Byte order of `utf-16` and `utf-32` without a mark [default: big]')
            [CompletionResult]::new('--files0-from', '--files0-from', [CompletionResultType]::ParameterName, 'Read the names of the inputs from this file, each ended by a byte 00; `-` is standard input')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name that reports show for standard input')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report as a line of JSON for each input: --format json')
            [CompletionResult]::new('--sarif', '--sarif', [CompletionResultType]::ParameterName, 'Report as one document in SARIF 2.1.0: --format sarif')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every invalid sequence, with the bytes around it')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every invalid sequence, with the bytes around it')
            [CompletionResult]::new('--brief', '--brief', [CompletionResultType]::ParameterName, 'List each invalid sequence by itself, in a line that starts with FILE:LINE:COLUMN, for editors')
            [CompletionResult]::new('--summary', '--summary', [CompletionResultType]::ParameterName, 'Count the errors of each input by kind, and list none')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Only name the inputs with errors, one a line')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'Only name the inputs with errors, one a line')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Report nothing: the status tells. What comes behind the first error is not read')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Report nothing: the status tells. What comes behind the first error is not read')
            [CompletionResult]::new('-0', '-0', [CompletionResultType]::ParameterName, 'End each name with a byte 00 instead of a line end')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'End each name with a byte 00 instead of a line end')
            [CompletionResult]::new('--lint', '--lint', [CompletionResultType]::ParameterName, 'Also the house rules of Corrected UTF-8 documents')
            [CompletionResult]::new('--exit-zero', '--exit-zero', [CompletionResultType]::ParameterName, 'End with status 0 also where something is ill-formed')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Check files that look binary as well')
            [CompletionResult]::new('--text', '--text', [CompletionResultType]::ParameterName, 'Check files that look binary as well')
            [CompletionResult]::new('--skipped', '--skipped', [CompletionResultType]::ParameterName, 'Name the files that are skipped, on standard error')
            [CompletionResult]::new('--type-list', '--type-list', [CompletionResultType]::ParameterName, 'List the types, and their globs, and do nothing else')
            [CompletionResult]::new('--hidden', '--hidden', [CompletionResultType]::ParameterName, 'Also hidden files and folders')
            [CompletionResult]::new('--no-ignore', '--no-ignore', [CompletionResultType]::ParameterName, 'Also what .gitignore, .ignore and their kin leave out')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Follow links that are met in folders')
            [CompletionResult]::new('--heal-pairs', '--heal-pairs', [CompletionResultType]::ParameterName, 'Read a surrogate pair in `wtf-8` as the code point that it stands for')
            [CompletionResult]::new('--refuse-surrogates', '--refuse-surrogates', [CompletionResultType]::ParameterName, 'Refuse surrogates in `utf-1`, `fss-utf-1992-07` and `utf-8-rfc2279`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;validate' {
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Encoding of the inputs; `auto` detects that of each')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'Encoding of the inputs; `auto` detects that of each')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the report')
            [CompletionResult]::new('--width', '--width', [CompletionResultType]::ParameterName, 'Width of the report in columns [default: that of the terminal]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Report also valid text that is unwanted')
            [CompletionResult]::new('--range', '--range', [CompletionResultType]::ParameterName, 'Report only what begins at these offsets: `A..B`, `A..` or `..B`')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Only files in folders of this type, as ripgrep knows it: `txt`, `json`, `java` …')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--max-errors', '--max-errors', [CompletionResultType]::ParameterName, 'List at most N places of each file, 0 for all')
            [CompletionResult]::new('--default-endian', '--default-endian', [CompletionResultType]::ParameterName, 'Byte order of `utf-16` and `utf-32` without a mark [default: big]')
            [CompletionResult]::new('--files0-from', '--files0-from', [CompletionResultType]::ParameterName, 'Read the names of the inputs from this file, each ended by a byte 00; `-` is standard input')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name that reports show for standard input')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report as a line of JSON for each input: --format json')
            [CompletionResult]::new('--sarif', '--sarif', [CompletionResultType]::ParameterName, 'Report as one document in SARIF 2.1.0: --format sarif')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every invalid sequence, with the bytes around it')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every invalid sequence, with the bytes around it')
            [CompletionResult]::new('--brief', '--brief', [CompletionResultType]::ParameterName, 'List each invalid sequence by itself, in a line that starts with FILE:LINE:COLUMN, for editors')
            [CompletionResult]::new('--summary', '--summary', [CompletionResultType]::ParameterName, 'Count the errors of each input by kind, and list none')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Only name the inputs with errors, one a line')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'Only name the inputs with errors, one a line')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Report nothing: the status tells. What comes behind the first error is not read')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Report nothing: the status tells. What comes behind the first error is not read')
            [CompletionResult]::new('-0', '-0', [CompletionResultType]::ParameterName, 'End each name with a byte 00 instead of a line end')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'End each name with a byte 00 instead of a line end')
            [CompletionResult]::new('--lint', '--lint', [CompletionResultType]::ParameterName, 'Also the house rules of Corrected UTF-8 documents')
            [CompletionResult]::new('--exit-zero', '--exit-zero', [CompletionResultType]::ParameterName, 'End with status 0 also where something is ill-formed')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Check files that look binary as well')
            [CompletionResult]::new('--text', '--text', [CompletionResultType]::ParameterName, 'Check files that look binary as well')
            [CompletionResult]::new('--skipped', '--skipped', [CompletionResultType]::ParameterName, 'Name the files that are skipped, on standard error')
            [CompletionResult]::new('--type-list', '--type-list', [CompletionResultType]::ParameterName, 'List the types, and their globs, and do nothing else')
            [CompletionResult]::new('--hidden', '--hidden', [CompletionResultType]::ParameterName, 'Also hidden files and folders')
            [CompletionResult]::new('--no-ignore', '--no-ignore', [CompletionResultType]::ParameterName, 'Also what .gitignore, .ignore and their kin leave out')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Follow links that are met in folders')
            [CompletionResult]::new('--heal-pairs', '--heal-pairs', [CompletionResultType]::ParameterName, 'Read a surrogate pair in `wtf-8` as the code point that it stands for')
            [CompletionResult]::new('--refuse-surrogates', '--refuse-surrogates', [CompletionResultType]::ParameterName, 'Refuse surrogates in `utf-1`, `fss-utf-1992-07` and `utf-8-rfc2279`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;repair' {
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'What to repair, separated by commas')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the repaired text of a single input to this file; `-` is standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the repaired text of a single input to this file; `-` is standard output')
            [CompletionResult]::new('--undo-log', '--undo-log', [CompletionResultType]::ParameterName, 'Append to this file what --undo needs')
            [CompletionResult]::new('--undo', '--undo', [CompletionResultType]::ParameterName, 'Undo what is in this log, the last first')
            [CompletionResult]::new('--max-edits', '--max-edits', [CompletionResultType]::ParameterName, 'Show at most so many changed lines of each file, 0 for all [default: 5; with --json 100 edits]')
            [CompletionResult]::new('--width', '--width', [CompletionResultType]::ParameterName, 'Columns of a line [default: those of the terminal, or 80]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Only files in folders of this type, as ripgrep knows it: `txt`, `json`, `java` …')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--files0-from', '--files0-from', [CompletionResultType]::ParameterName, 'Read the names of the inputs from this file, each ended by a byte 00; `-` is standard input')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name that reports show for standard input')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Repair the files, in their places')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing: only report what would be repaired, of standard input as well')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Write the repair as a patch, for `patch -p1`')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report as a line of JSON for each input')
            [CompletionResult]::new('--excerpt', '--excerpt', [CompletionResultType]::ParameterName, 'Show changed lines also of files that are written')
            [CompletionResult]::new('--brief', '--brief', [CompletionResultType]::ParameterName, 'Only a line for each file')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Tell only of what is left as it is, and of errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Tell only of what is left as it is, and of errors')
            [CompletionResult]::new('--break-hard-links', '--break-hard-links', [CompletionResultType]::ParameterName, 'Replace also files with other names (hard links), which keep the old text')
            [CompletionResult]::new('--preserve-times', '--preserve-times', [CompletionResultType]::ParameterName, 'Keep the times of reading and writing of each file; with -o those of the one file that is read')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Repair files that look binary as well')
            [CompletionResult]::new('--text', '--text', [CompletionResultType]::ParameterName, 'Repair files that look binary as well')
            [CompletionResult]::new('--skipped', '--skipped', [CompletionResultType]::ParameterName, 'Name the files that are skipped, on standard error')
            [CompletionResult]::new('--type-list', '--type-list', [CompletionResultType]::ParameterName, 'List the types, and their globs, and do nothing else')
            [CompletionResult]::new('--hidden', '--hidden', [CompletionResultType]::ParameterName, 'Also hidden files and folders')
            [CompletionResult]::new('--no-ignore', '--no-ignore', [CompletionResultType]::ParameterName, 'Also what .gitignore, .ignore and their kin leave out')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Follow links that are met in folders')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;fix' {
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'What to repair, separated by commas')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the repaired text of a single input to this file; `-` is standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the repaired text of a single input to this file; `-` is standard output')
            [CompletionResult]::new('--undo-log', '--undo-log', [CompletionResultType]::ParameterName, 'Append to this file what --undo needs')
            [CompletionResult]::new('--undo', '--undo', [CompletionResultType]::ParameterName, 'Undo what is in this log, the last first')
            [CompletionResult]::new('--max-edits', '--max-edits', [CompletionResultType]::ParameterName, 'Show at most so many changed lines of each file, 0 for all [default: 5; with --json 100 edits]')
            [CompletionResult]::new('--width', '--width', [CompletionResultType]::ParameterName, 'Columns of a line [default: those of the terminal, or 80]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Only files in folders of this type, as ripgrep knows it: `txt`, `json`, `java` …')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--files0-from', '--files0-from', [CompletionResultType]::ParameterName, 'Read the names of the inputs from this file, each ended by a byte 00; `-` is standard input')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name that reports show for standard input')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Repair the files, in their places')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing: only report what would be repaired, of standard input as well')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Write the repair as a patch, for `patch -p1`')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report as a line of JSON for each input')
            [CompletionResult]::new('--excerpt', '--excerpt', [CompletionResultType]::ParameterName, 'Show changed lines also of files that are written')
            [CompletionResult]::new('--brief', '--brief', [CompletionResultType]::ParameterName, 'Only a line for each file')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Tell only of what is left as it is, and of errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Tell only of what is left as it is, and of errors')
            [CompletionResult]::new('--break-hard-links', '--break-hard-links', [CompletionResultType]::ParameterName, 'Replace also files with other names (hard links), which keep the old text')
            [CompletionResult]::new('--preserve-times', '--preserve-times', [CompletionResultType]::ParameterName, 'Keep the times of reading and writing of each file; with -o those of the one file that is read')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Repair files that look binary as well')
            [CompletionResult]::new('--text', '--text', [CompletionResultType]::ParameterName, 'Repair files that look binary as well')
            [CompletionResult]::new('--skipped', '--skipped', [CompletionResultType]::ParameterName, 'Name the files that are skipped, on standard error')
            [CompletionResult]::new('--type-list', '--type-list', [CompletionResultType]::ParameterName, 'List the types, and their globs, and do nothing else')
            [CompletionResult]::new('--hidden', '--hidden', [CompletionResultType]::ParameterName, 'Also hidden files and folders')
            [CompletionResult]::new('--no-ignore', '--no-ignore', [CompletionResultType]::ParameterName, 'Also what .gitignore, .ignore and their kin leave out')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Follow links that are met in folders')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;detect' {
            [CompletionResult]::new('--width', '--width', [CompletionResultType]::ParameterName, 'Width of the report in columns [default: that of the terminal]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only matching files in folders; with `!`, only others')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Only files in folders of this type, as ripgrep knows it: `txt`, `json`, `java` …')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'How many files are read at once [default: one for each core]')
            [CompletionResult]::new('--files0-from', '--files0-from', [CompletionResultType]::ParameterName, 'Read the names of the inputs from this file, each ended by a byte 00; `-` is standard input')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name that reports show for standard input')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report as a line of JSON for each input')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show also the evidence, and other encodings that are possible')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Show also the evidence, and other encodings that are possible')
            [CompletionResult]::new('--whole', '--whole', [CompletionResultType]::ParameterName, 'Read all of each input, and not only its first 1 MiB')
            [CompletionResult]::new('-a', '-a', [CompletionResultType]::ParameterName, 'Read files that look binary as well')
            [CompletionResult]::new('--text', '--text', [CompletionResultType]::ParameterName, 'Read files that look binary as well')
            [CompletionResult]::new('--skipped', '--skipped', [CompletionResultType]::ParameterName, 'Name the files that are skipped, on standard error')
            [CompletionResult]::new('--type-list', '--type-list', [CompletionResultType]::ParameterName, 'List the types, and their globs, and do nothing else')
            [CompletionResult]::new('--hidden', '--hidden', [CompletionResultType]::ParameterName, 'Also hidden files and folders')
            [CompletionResult]::new('--no-ignore', '--no-ignore', [CompletionResultType]::ParameterName, 'Also what .gitignore, .ignore and their kin leave out')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Follow links that are met in folders')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;explain' {
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Encoding of the input, and what --text is put into')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'Encoding of the input, and what --text is put into')
            [CompletionResult]::new('--text', '--text', [CompletionResultType]::ParameterName, 'Explain this text')
            [CompletionResult]::new('--hex', '--hex', [CompletionResultType]::ParameterName, 'Explain these bytes, in hexadecimal')
            [CompletionResult]::new('--base', '--base', [CompletionResultType]::ParameterName, 'How bytes are written')
            [CompletionResult]::new('--seen-as', '--seen-as', [CompletionResultType]::ParameterName, 'Show also what software that takes the bytes for this would display')
            [CompletionResult]::new('--width', '--width', [CompletionResultType]::ParameterName, 'Columns of a line, at least 40, and 60 with --all [default: those of the terminal, or 80]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('--default-endian', '--default-endian', [CompletionResultType]::ParameterName, 'Byte order of `utf-16` and `utf-32` without a mark [default: big]')
            [CompletionResult]::new('--at', '--at', [CompletionResultType]::ParameterName, 'Explain only what is around this offset of the file')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Show the text in every encoding side by side instead')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report as a line of JSON for each sequence')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;columns' {
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Find everything that is ill-formed in a column')
            [CompletionResult]::new('profile', 'profile', [CompletionResultType]::ParameterValue, 'Count what is in a column: verdicts, kinds of errors, encodings of ill-formed values')
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Convert a column to UTF-8, and write the file anew')
            [CompletionResult]::new('repair', 'repair', [CompletionResultType]::ParameterValue, 'Repair damaged UTF-8 in a column, and write the file anew; without -o and --in-place, tell what would change')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'placemat;columns;check' {
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Encoding of the values')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'Encoding of the values')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'The column')
            [CompletionResult]::new('--column', '--column', [CompletionResultType]::ParameterName, 'The column')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour')
            [CompletionResult]::new('--max-errors', '--max-errors', [CompletionResultType]::ParameterName, 'List at most so many errors of each file, 0 for all')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report as a line of JSON for each file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;columns;profile' {
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Encoding of the values')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'Encoding of the values')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'The column')
            [CompletionResult]::new('--column', '--column', [CompletionResultType]::ParameterName, 'The column')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report as a line of JSON for each file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;columns;convert' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Encoding of the values')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Encoding of the values')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'The column')
            [CompletionResult]::new('--column', '--column', [CompletionResultType]::ParameterName, 'The column')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'What to do with an ill-formed part')
            [CompletionResult]::new('--on-unencodable', '--on-unencodable', [CompletionResultType]::ParameterName, 'What to do with a code point that the output cannot hold')
            [CompletionResult]::new('--on-failure', '--on-failure', [CompletionResultType]::ParameterName, 'What to do with a value that cannot be converted')
            [CompletionResult]::new('--default-endian', '--default-endian', [CompletionResultType]::ParameterName, 'Byte order of `utf-16` and `utf-32` without a mark [default: big]')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to this file')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to this file')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--heal-pairs', '--heal-pairs', [CompletionResultType]::ParameterName, 'Read a surrogate pair in `wtf-8` as the code point that it stands for')
            [CompletionResult]::new('--refuse-surrogates', '--refuse-surrogates', [CompletionResultType]::ParameterName, 'Refuse surrogates in `utf-1`, `fss-utf-1992-07` and `utf-8-rfc2279`')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report as a line of JSON')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Report nothing')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Report nothing')
            [CompletionResult]::new('--overwrite', '--overwrite', [CompletionResultType]::ParameterName, 'Replace the output where it is there')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Replace the file itself')
            [CompletionResult]::new('--break-hard-links', '--break-hard-links', [CompletionResultType]::ParameterName, 'Replace also files with other names (hard links), which keep the old text')
            [CompletionResult]::new('--preserve-times', '--preserve-times', [CompletionResultType]::ParameterName, 'Keep the times of reading and writing of each file; with -o those of the one file that is read')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;columns;repair' {
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'What to repair, separated by commas')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'The column')
            [CompletionResult]::new('--column', '--column', [CompletionResultType]::ParameterName, 'The column')
            [CompletionResult]::new('--on-failure', '--on-failure', [CompletionResultType]::ParameterName, 'What to do with a value that cannot be repaired')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to this file')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to this file')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report as a line of JSON')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Report nothing')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Report nothing')
            [CompletionResult]::new('--overwrite', '--overwrite', [CompletionResultType]::ParameterName, 'Replace the output where it is there')
            [CompletionResult]::new('--in-place', '--in-place', [CompletionResultType]::ParameterName, 'Replace the file itself')
            [CompletionResult]::new('--break-hard-links', '--break-hard-links', [CompletionResultType]::ParameterName, 'Replace also files with other names (hard links), which keep the old text')
            [CompletionResult]::new('--preserve-times', '--preserve-times', [CompletionResultType]::ParameterName, 'Keep the times of reading and writing of each file; with -o those of the one file that is read')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;columns;help' {
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Find everything that is ill-formed in a column')
            [CompletionResult]::new('profile', 'profile', [CompletionResultType]::ParameterValue, 'Count what is in a column: verdicts, kinds of errors, encodings of ill-formed values')
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Convert a column to UTF-8, and write the file anew')
            [CompletionResult]::new('repair', 'repair', [CompletionResultType]::ParameterValue, 'Repair damaged UTF-8 in a column, and write the file anew; without -o and --in-place, tell what would change')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'placemat;columns;help;check' {
            break
        }
        'placemat;columns;help;profile' {
            break
        }
        'placemat;columns;help;convert' {
            break
        }
        'placemat;columns;help;repair' {
            break
        }
        'placemat;columns;help;help' {
            break
        }
        'placemat;table' {
            [CompletionResult]::new('--regex', '--regex', [CompletionResultType]::ParameterName, 'Print the expression that matches exactly the well-formed text')
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--chart', '--chart', [CompletionResultType]::ParameterName, 'Print the chart of its bytes, 16 by 16')
            [CompletionResult]::new('--blocks', '--blocks', [CompletionResultType]::ParameterName, 'With the chart, list what the lead bytes begin, with the names of all Unicode blocks in it')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;list' {
            [CompletionResult]::new('--isa', '--isa', [CompletionResultType]::ParameterName, 'Use no better instructions than these: the best that the CPU has, or what PLACEMAT_ISA names, is the default')
            [CompletionResult]::new('--long', '--long', [CompletionResultType]::ParameterName, 'Show also labels, code spaces and properties')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Report as a line of JSON for each encoding')
            [CompletionResult]::new('--instruction-sets', '--instruction-sets', [CompletionResultType]::ParameterName, 'List the instruction sets instead: which this CPU has, and which one is in use')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'placemat;help' {
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Convert text from one encoding to another')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Find invalid text: what a file looks like, where it is wrong, what to run next')
            [CompletionResult]::new('repair', 'repair', [CompletionResultType]::ParameterValue, 'Repair UTF-8 that was damaged in known ways, or preview the repair')
            [CompletionResult]::new('detect', 'detect', [CompletionResultType]::ParameterValue, 'Name the encoding of each file')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Show each sequence with its bits, its code point and its name')
            [CompletionResult]::new('columns', 'columns', [CompletionResultType]::ParameterValue, 'Check, profile, convert and repair a column of text in Parquet files')
            [CompletionResult]::new('table', 'table', [CompletionResultType]::ParameterValue, 'Show the table of an encoding, its properties, its chart, or the expression that validates it')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the encodings, and what each is for')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'placemat;help;convert' {
            break
        }
        'placemat;help;check' {
            break
        }
        'placemat;help;repair' {
            break
        }
        'placemat;help;detect' {
            break
        }
        'placemat;help;explain' {
            break
        }
        'placemat;help;columns' {
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Find everything that is ill-formed in a column')
            [CompletionResult]::new('profile', 'profile', [CompletionResultType]::ParameterValue, 'Count what is in a column: verdicts, kinds of errors, encodings of ill-formed values')
            [CompletionResult]::new('convert', 'convert', [CompletionResultType]::ParameterValue, 'Convert a column to UTF-8, and write the file anew')
            [CompletionResult]::new('repair', 'repair', [CompletionResultType]::ParameterValue, 'Repair damaged UTF-8 in a column, and write the file anew; without -o and --in-place, tell what would change')
            break
        }
        'placemat;help;columns;check' {
            break
        }
        'placemat;help;columns;profile' {
            break
        }
        'placemat;help;columns;convert' {
            break
        }
        'placemat;help;columns;repair' {
            break
        }
        'placemat;help;table' {
            break
        }
        'placemat;help;list' {
            break
        }
        'placemat;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
