// npm run settings: writes .env.example and docs/settings.md from src/settings. A test checks that both are up to date.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { Settings } from '../src/config.ts'
import { aliases } from '../src/settings/aliases.ts'
import { describeValues } from '../src/settings/setting-types.ts'

export interface Setting {
  name: string
  meaning: string
  values: string
  /** The default as text; undefined if there is none. */
  preset: string | undefined
  /** Describes a default that depends on the machine. */
  presetWords: string | undefined
  example: string | undefined
}

export const settings: Setting[] = Object.entries(Settings.shape).map(([name, schema]) => {
  const { example, preset } = z.globalRegistry.get(schema) ?? {}
  const value = preset === undefined ? schema.safeParse(undefined).data : undefined
  return {
    name,
    meaning: schema.description ?? '',
    values: describeValues(schema),
    preset: value?.toString(),
    presetWords: preset?.toString(),
    example: example?.toString() ?? value?.toString(),
  }
})

export function envExample(): string {
  const head =
    '# All settings of Docket with their defaults. Copy to .env and change the ones you need.\n'
  const entries = settings.map(
    ({ name, meaning, preset }) => `# ${meaning}\n# ${name}=${preset ?? ''}\n`,
  )
  return [head, ...entries].join('\n')
}

export function settingsPage(): string {
  return `# Settings

Settings are environment variables, or lines in a file \`.env\` in the working directory; a variable takes precedence over
a line. All are optional, and an empty one counts as not set. Docket does not start if a value is invalid: it lists all
invalid values with the expected form. A variable whose name resembles a setting (a misspelled or former name) causes a
warning in the log. \`docket doctor\` reports both and checks that the settings work.

A file can hold the value instead: \`NAME_FILE\` is the path of a file with the value of \`NAME\`, such as
\`DATABASE_URL_FILE=/run/secrets/database_url\`. Set one of the two.

Names from earlier systems work too: ${listAliases()}. The first two accept a unit, such as \`180s\`.

\`npm run settings\` writes this page from [src/settings](../src/settings).

${settings.map(section).join('\n')}`
}

function listAliases(): string {
  return Object.entries(aliases)
    .map(([alias, { setting }]) => `\`${alias}\` (now \`${setting}\`)`)
    .join(', ')
}

function section({ name, meaning, values, preset, presetWords, example }: Setting): string {
  const byDefault = presetWords ?? (preset === undefined ? 'not set' : `\`${preset}\``)
  return `## ${name}

${meaning}

- Value: ${values}.
- Default: ${byDefault}.
${example === undefined || example === preset ? '' : `- Example: \`${name}=${example}\`\n`}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync('.env.example', envExample())
  writeFileSync('docs/settings.md', settingsPage())
}
