// npm run release -- 1.0.0: sets the version, renames the changelog's unreleased section, and records the checksums of
// the migrations. From then on, a test fails if a migration changes. Does not commit or tag.
import { readFile, writeFile } from 'node:fs/promises'
import { hashMigrations, releasedFile, versionedFiles } from './release-state.ts'

const version = process.argv[2] ?? ''
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('Usage: npm run release -- 1.0.0')
  process.exit(2)
}
const changelog = await readFile('CHANGELOG.md', 'utf8')
if (!changelog.includes('\n## Unreleased\n')) {
  console.error('CHANGELOG.md has no section "Unreleased"')
  process.exit(1)
}
const date = new Date().toISOString().slice(0, 10)
await writeFile(
  'CHANGELOG.md',
  changelog.replace('\n## Unreleased\n', `\n## ${version} - ${date}\n`),
)
const { version: old } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
const files = Object.entries(versionedFiles)
for (const [file, pattern] of files) await setVersion(file, pattern)
await writeFile(releasedFile, `${JSON.stringify(await hashMigrations(), null, 2)}\n`)
console.log(`Docket ${version}: review the changes, commit them and tag the commit v${version}.`)

/** Changes only this package's version, not that of a dependency. */
async function setVersion(file: string, pattern: RegExp): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    text.replace(pattern, (match) => match.replace(old, version)),
  )
}
