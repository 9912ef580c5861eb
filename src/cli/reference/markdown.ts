import { z } from 'zod'
import type { CommandFacts } from './describe.ts'
import { capitalise } from '../../domain/messages/capitalise.ts'

/** Returns a section for each command that can be run. */
export function commandSections(commands: readonly CommandFacts[]): string {
  return commands
    .filter(({ path, commands: inner }) => path !== '' && inner.length === 0)
    .map(commandSection)
    .join('\n')
}

/** Options of all commands, which the page describes only once. */
const common = new Set(['--json', '--quiet'])

function commandSection({ path, usage, description, ...command }: CommandFacts): string {
  const given = command.arguments.map(({ name, description: meaning }) => [`\`${name}\``, meaning])
  const options = command.options
    .filter(({ long }) => !common.has(long))
    .map(({ flags, description: meaning, choices }) => [
      `\`${flags}\``,
      choices.length > 0 ? `${meaning}: ${choices.join(', ')}` : meaning,
    ])
  const rows = [...given, ...options]
  return `### docket ${path}

${capitalise(description)}.

\`\`\`
${usage}
\`\`\`
${rows.length > 0 ? `\n${table(['argument or option', 'meaning'], rows)}\n` : ''}`
}

/** Returns a table of a JSON object's fields and their types. */
export function fieldTable(schema: z.ZodObject): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  const rows = Object.entries(properties).map(([name, value]) => {
    const field = typeof value === 'object' ? value : {}
    const optional = required.includes(name) ? '' : ' (optional)'
    return [`\`${name}\``, `${describeType(field)}${optional}`, field.description ?? '']
  })
  return table(['field', 'type', 'meaning'], rows)
}

interface JsonType {
  type?: string | string[] | undefined
  enum?: unknown[] | undefined
  anyOf?: unknown[] | undefined
  $ref?: string | undefined
}

function describeType({ type, enum: values, anyOf }: JsonType): string {
  if (anyOf) return anyOf.map((one) => describeType(one as JsonType)).join(' or ')
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ')
  return [type ?? 'any JSON'].flat().join(' or ')
}

export function table(head: string[], rows: string[][]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}
