import type { CommandFacts } from './describe.ts'

export interface ManFacts {
  version: string
  exitCodes: Record<string, string>
  commands: readonly CommandFacts[]
}

/** Returns the manual page docket(1) in roff. */
export function manPage({ version, exitCodes, commands }: ManFacts): string {
  const [program, ...others] = commands
  return [
    `.TH DOCKET 1 "" "docket ${version}" "User Commands"`,
    '.SH NAME',
    escape(`docket - ${program?.description ?? ''}`),
    '.SH SYNOPSIS',
    '.B docket',
    escape('COMMAND [options] [arguments]'),
    '.SH OPTIONS',
    ...(program?.options ?? []).flatMap(item),
    '.SH COMMANDS',
    ...others.filter(({ commands: inner }) => inner.length === 0).flatMap(section),
    '.SH EXIT STATUS',
    ...Object.entries(exitCodes).flatMap(([code, meaning]) => [
      `.TP`,
      `.B ${code}`,
      escape(meaning),
    ]),
    '.SH ENVIRONMENT',
    ...variables.flatMap(([name, meaning]) => ['.TP', `.B ${name}`, escape(meaning)]),
    '.SH FILES',
    '.TP',
    '.I ~/.config/docket/config',
    escape('Lines DOCKET_URL=…, DOCKET_TOKEN=… or DOCKET_TOKEN_FILE=….'),
    '.TP',
    '.I .env',
    escape('The same lines in the working directory; they take precedence.'),
    '',
  ].join('\n')
}

/** Environment variables of commands that call a server. */
export const variables: readonly (readonly [string, string])[] = [
  ['DOCKET_URL', 'The server, such as https://docket.example.com.'],
  ['DOCKET_TOKEN', 'An API key or token for that server.'],
  ['DOCKET_TOKEN_FILE', 'A file that contains the token.'],
  ['DOCKET_CONFIG', 'The configuration file, instead of ~/.config/docket/config.'],
  ['NO_COLOR', 'If set, output has no colours.'],
]

function section({ usage, description, arguments: given, options }: CommandFacts): string[] {
  return [
    `.SS "${escape(usage)}"`,
    escape(`${description}.`),
    ...given.flatMap(({ name, description: meaning }) => [
      '.TP',
      `.I "${escape(name)}"`,
      escape(meaning),
    ]),
    ...options.flatMap(item),
  ]
}

function item({ flags, description, choices }: CommandFacts['options'][number]): string[] {
  const values = choices.length > 0 ? ` One of: ${choices.join(', ')}.` : ''
  return ['.TP', `.B "${escape(flags)}"`, escape(`${description}.${values}`)]
}

/** Escapes a line that starts with a dot or an apostrophe, which roff would parse as a request. */
function escape(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll('…', '...')
    .replace(/^[.']/, '\\&$&')
}
