// npm run settings: writes .env.example and docs/settings.md from src/config.ts. Both are tested to be up to date.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { Settings } from '../src/config.ts'

export interface Setting {
  name: string
  meaning: string
  takes: string
  /** As it would be written; undefined where there is none. */
  preset: string | undefined
  /** A default that is no fixed value, in words. */
  presetWords: string | undefined
  example: string | undefined
}

export const settings: Setting[] = Object.entries(Settings.shape).map(([name, schema]) => {
  const { example, preset } = z.globalRegistry.get(schema) ?? {}
  const value = preset === undefined ? schema.safeParse(undefined).data : undefined
  return {
    name,
    meaning: schema.description ?? '',
    takes: takes(schema),
    preset: value?.toString(),
    presetWords: preset?.toString(),
    example: example?.toString() ?? value?.toString(),
  }
})

interface Kind {
  type?: string
  enum?: string[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
}

function takes(schema: z.ZodType): string {
  const kind = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Kind
  if (kind.enum) return `one of ${kind.enum.map((word) => `\`${word}\``).join(', ')}`
  if (kind.type === 'boolean') return '`true` or `false`'
  if (kind.format === 'uri') return 'an address (URL)'
  if (kind.type === 'integer' || kind.type === 'number') {
    const what = kind.type === 'integer' ? 'a whole number' : 'a number'
    return `${what} from ${figure(kind.minimum)} to ${figure(kind.maximum)}`
  }
  return (kind.minLength ?? 0) > 1 ? `text of ${kind.minLength} characters or more` : 'text'
}

function figure(value = 0): string {
  return value.toLocaleString('en-US')
}

export function envExample(): string {
  const head =
    '# Every setting of Docket, with its default. Copy to .env and change what you need.\n'
  const entries = settings.map(
    ({ name, meaning, preset }) => `# ${meaning}\n# ${name}=${preset ?? ''}\n`,
  )
  return [head, ...entries].join('\n')
}

export function settingsPage(): string {
  return `# Settings

Settings are environment variables, or lines of a file \`.env\` in the folder where Docket starts; a variable wins over a
line. All are optional and an empty one counts as not set. What is wrong is refused at the start, all of it at once, with
the reason. \`docket doctor\` shows whether they work.

Each can also be given as a file: \`NAME_FILE\` names the file that holds the value of \`NAME\`, such as
\`DATABASE_URL_FILE=/run/secrets/database_url\`. Not both.

This page is written by \`npm run settings\` from [src/config.ts](../src/config.ts).

${settings.map(section).join('\n')}`
}

function section({ name, meaning, takes, preset, presetWords, example }: Setting): string {
  const byDefault = presetWords ?? (preset === undefined ? 'not set' : `\`${preset}\``)
  return `## ${name}

${meaning}

- Takes ${takes}.
- Default: ${byDefault}.
${example === undefined || example === preset ? '' : `- Example: \`${name}=${example}\`\n`}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync('.env.example', envExample())
  writeFileSync('docs/settings.md', settingsPage())
}
