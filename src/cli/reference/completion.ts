import type { CommandFacts } from './describe.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** Returns a script that completes commands, options, choices and file names. */
export function completionScript(shell: Shell, commands: readonly CommandFacts[]): string {
  return { bash, zsh, fish }[shell](commands)
}

/** Returns shell patterns for the command paths: ` keys` and ` keys create`. */
function listPaths(commands: readonly CommandFacts[]): string {
  return commands.flatMap(({ path }) => (path === '' ? [] : `" ${path}"`)).join('|')
}

function pathAfterSpace({ path }: CommandFacts): string {
  return path === '' ? '' : ` ${path}`
}

function listFlags({ options }: CommandFacts): string[] {
  return [...options.flatMap(({ long, short }) => [long, ...(short ? [short] : [])]), '--help']
}

/** Returns `case` branches for options whose value is one of several choices. */
function choiceCases(commands: readonly CommandFacts[], reply: (words: string) => string) {
  return commands.flatMap((command) =>
    command.options
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ long, choices }) =>
          `    "${pathAfterSpace(command)}:${long}") ${reply(choices.join(' '))}; return ;;`,
      ),
  )
}

function bash(commands: readonly CommandFacts[]): string {
  const words = commands.map((command) => {
    const names = command.commands.map(({ name }) => name)
    return `    "${pathAfterSpace(command)}") words="${[...names, ...listFlags(command)].join(' ')}" ;;`
  })
  return `# bash completion for docket: source <(docket completion bash)
_docket() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at="" words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in ${listPaths(commands)}) at="$at \${COMP_WORDS[i]}" ;; esac
  done
  COMPREPLY=()
  case "$at:$prev" in
${choiceCases(commands, (choices) => `COMPREPLY=($(compgen -W "${choices}" -- "$cur"))`).join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ $cur != -* && $words == -* ]]; then COMPREPLY=(); fi
}
complete -o bashdefault -o default -F _docket docket
`
}

function zsh(commands: readonly CommandFacts[]): string {
  const cases = commands.map((command) => {
    const flags = command.options.map(
      ({ long, description }) => `'${long}:${escapeZsh(description)}'`,
    )
    const names = command.commands.map(
      ({ name, description }) => `'${name}:${escapeZsh(description)}'`,
    )
    return `    '${pathAfterSpace(command)}') commands=(${names.join(' ')}) flags=(${flags.join(' ')} '--help:show help') ;;`
  })
  return `#compdef docket
# zsh completion for docket: docket completion zsh > "\${fpath[1]}/_docket"
_docket() {
  local at="" prev=\${words[CURRENT-1]} i
  local -a commands flags
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in ${listPaths(commands)}) at="$at \${words[i]}" ;; esac
  done
  case "$at:$prev" in
${choiceCases(commands, (choices) => `compadd -- ${choices}`).join('\n')}
  esac
  case "$at" in
${cases.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o option flags
  elif (( \${#commands} )); then
    _describe command commands
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_docket" ]; then _docket "$@"; else compdef _docket docket; fi
`
}

/** Escapes colons, because a colon separates a name from its description. */
function escapeZsh(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(':', '\\:')
}

function fish(commands: readonly CommandFacts[]): string {
  const lines = commands.flatMap((command) => {
    const condition = `-n '${fishCondition(command)}'`
    const names = command.commands.map(
      ({ name, description }) =>
        `complete -c docket ${condition} -f -a ${name} -d '${escapeFish(description)}'`,
    )
    const options = command.options.map(({ long, short, description, valueName, choices }) =>
      [
        `complete -c docket ${condition} -l ${long.slice(2)}`,
        short && `-s ${short.slice(1)}`,
        valueName !== undefined && '-r',
        choices.length > 0 && `-f -a '${choices.join(' ')}'`,
        `-d '${escapeFish(description)}'`,
      ]
        .filter(Boolean)
        .join(' '),
    )
    return [...names, ...options]
  })
  return `# fish completion for docket: docket completion fish > ~/.config/fish/completions/docket.fish\n${lines.join('\n')}\n`
}

function fishCondition({ path, commands }: CommandFacts): string {
  if (path === '') return '__fish_use_subcommand'
  const seen = path.split(' ').map((name) => `__fish_seen_subcommand_from ${name}`)
  const names = commands.map(({ name }) => name).join(' ')
  return [...seen, ...(names ? [`not __fish_seen_subcommand_from ${names}`] : [])].join('; and ')
}

function escapeFish(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
}
