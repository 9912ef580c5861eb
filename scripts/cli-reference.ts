// npm run cli-reference: writes docs/cli.md from the command definitions. A test checks that it is up to date.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { exitCodes } from '../src/cli/io/exit-codes.ts'
import { CommandError, DocumentResult, JobActions } from '../src/cli/io/shapes.ts'
import { createProgram } from '../src/cli/program.ts'
import { describeCommands } from '../src/cli/reference/describe.ts'
import { variables } from '../src/cli/reference/man.ts'
import { commandSections, fieldTable, table } from '../src/cli/reference/markdown.ts'

const unused = () => Promise.reject(new Error('This program only describes its commands.'))
const { command } = createProgram({
  version: '0',
  connection: unused,
  servers: unused,
  mcp: unused,
  keys: unused,
  storage: unused,
  cleanup: unused,
  backup: unused,
  recover: unused,
  emails: unused,
  watch: unused,
})

const codes = Object.entries(exitCodes).map(([code, meaning]) => [code, meaning])
const environment = variables.map(([name, meaning]) => [`\`${name}\``, meaning])

/** JSON documents that the commands print with `--json`. */
const documents = [
  ['`extract`, `submit`, `download`', '`{ "documents": [ … ] }`, see below'],
  ['`watch`', 'one document per line'],
  ['`list`', '`{ "jobs": [ … ], "next_cursor" }` with jobs as in the API'],
  ['`show`', 'the job as in the API'],
  ['`retry`, `cancel`', '`{ "jobs": [ … ] }`, see below'],
  ['`mappings list`', 'an array of `{ "name", "title", "reader", "outputs" }`'],
  ['`mappings show`', '`{ "name", "yaml" }`'],
  ['`mappings check`', '`{ "file", "lines", "findings", "documents" }`'],
  ['`mappings learn`', '`{ "title", "yaml", "file" }`'],
  ['`doctor`', '`{ "ok", "checks": [ { "name", "ok", "message" } ] }`'],
  ['`keys create`', '`{ "key", "name", "user", "scopes", "tier", "days" }`'],
  ['`keys list`, `keys revoke`', '`{ "keys": [ … ] }`, `{ "revoked" }`'],
  ['`emails`', '`{ "emails": [ … ] }`'],
  ['`cleanup`', '`{ "dry_run", "results", "uploads", "orphans", "batches", "jobs" }`'],
  ['`backup`', '`{ "file", "bytes", "tables", "files", "missing" }`'],
  ['`restore`', '`{ "folder", "created_at", "rows", "files", "missing" }`'],
  ['`recover`', '`{ "dry_run", "adopted", "unowned", "missing_sources", "missing_results" }`'],
  ['`storage init`', '`{ "ok", "steps": [ { "name", "problem" } ] }`'],
  ['`up`, `serve`, `work`, `gateway`', 'one line `{ "ok", "url" }` when it is ready'],
  ['`migrate`', '`{ "ok" }`'],
  ['`version`', '`{ "version", "node" }`'],
  ['`completion`, `man`', '`{ "shell", "script" }`, `{ "page" }`'],
  ['`mcp`', 'no effect: its output is the protocol'],
]

export function cliPage(): string {
  return `# Command line

\`docket\` reads PDFs on this machine (\`extract\`) or sends them to a server (\`submit\`, \`watch\`). In a clone of the
repository, \`docket\` is \`node dist/main.js\` after \`npm run build\`; \`npm link\` puts it on your PATH.
\`npm run cli-reference\` writes this page from the command definitions.

## Examples

\`\`\`sh
docket extract invoice.pdf                        # JSON on standard output
docket extract invoice.pdf -o invoice.csv         # the extension selects the format
docket extract inbox -o results                   # every PDF in a folder, one result each
docket extract 'inbox/**/*.pdf' -o results --jobs 2
cat invoice.pdf | docket extract - --format csv
docket extract invoice.pdf --json | jq -r '.documents[0].content.number'
docket mappings list
\`\`\`

With a server (\`DOCKET_URL\`) and an API key (\`DOCKET_TOKEN\`, from \`docket keys create NAME\` on the server):

\`\`\`sh
docket submit invoice.pdf --wait -o results       # upload, wait, save the result
ID=$(docket submit invoice.pdf --json | jq -r '.documents[0].job_id')
docket watch "$ID"                                # wait for it; exits with 0, 1 or 3
docket show "$ID"
docket download "$ID" --format csv -o table.csv
docket list --needs-review
docket list --status failed --quiet | xargs -r docket retry
docket watch inbox --once -o results              # send what is in a folder; without --once, keep watching
\`\`\`

## Input

A source is a PDF or an image (JPEG, PNG, TIFF), a folder (all such files in it and its subfolders, except hidden ones),
a pattern in quotes (\`*\`, \`**\`, \`?\`, \`[a-z]\`, \`{a,b}\`), an http(s) URL, or \`-\` for standard input. \`extract\` downloads a URL
itself; with \`submit\`, the server does. Documents are processed in the given order; those in a folder or a pattern are
sorted by name.

## Output

\`-o -\` writes to standard output. A path that ends with \`/\`, exists as a folder or has no extension is a folder; any other
path is a file, for one document. Without \`--format\`, the extension of that file selects the format. Without \`-o\`,
results go to standard output; several results are printed one after another, each under \`==> name <==\`.

In a folder, a result is named after its PDF: \`invoice.pdf\` becomes \`invoice.json\`. Nothing is overwritten, within a run or
across runs: if the name is taken, the result becomes \`invoice-2.json\`, unless the existing file has the same content.
\`--overwrite\` replaces the results of earlier runs instead. A file given with \`-o FILE\` is always replaced. The command
prints the path of each file that it writes into a folder.

Progress and notes go to standard error; \`--quiet\` suppresses everything except errors. Colours appear only on a
terminal, and never if \`NO_COLOR\` is set.

## Exit codes

${table(['code', 'meaning'], codes)}

For an invalid option, argument or setting, the command prints a sentence that says what to do. If some
documents failed and others need review, the exit code is 1.

## Server and token

\`--server\` and \`--token\` take precedence over the environment, the environment over \`.env\` in the working directory, and
\`.env\` over the file \`~/.config/docket/config\` (below \`XDG_CONFIG_HOME\` if that is set):

\`\`\`
DOCKET_URL=https://docket.example.com
DOCKET_TOKEN=dk_your_key
\`\`\`

A token in the configuration file is sent only to the server in the same file. Other users of the machine can see \`--token\`
in the process list, so prefer the other ways.

${table(['variable', 'meaning'], environment)}

## JSON output

Every command accepts \`--json\`. It then prints one JSON document on standard output, even if the whole command fails:
\`{ "error": { "code", "message" } }\`. \`watch\` prints one object per line and document. New fields may be added; existing ones
keep their names and meanings.

${table(['command', 'document'], documents)}

A document in the output of \`extract\`, \`submit\`, \`download\` and \`watch\`:

${fieldTable(DocumentResult)}

A job in the output of \`retry\` and \`cancel\`:

${fieldTable(JobActions.shape.jobs.element)}

An \`error\`:

${fieldTable(CommandError)}

## Shell completion and man page

\`\`\`sh
docket completion bash > docket.bash   # then: source docket.bash, for example in ~/.bashrc
docket completion zsh > _docket        # in a folder of fpath
docket completion fish > docket.fish   # in ~/.config/fish/completions
docket man > docket.1                  # to read it: man ./docket.1
\`\`\`

## Commands

Every command also has \`--json\`, \`-q, --quiet\` and \`-h, --help\`.

${commandSections(describeCommands(command))}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync('docs/cli.md', cliPage())
}
