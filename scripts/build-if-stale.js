import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { run } from './run.js'

const sources = [
  'src',
  'directory',
  'mappings',
  'migrations',
  'scripts',
  'test/fixtures',
  'package.json',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
]
const built = 'dist/built'

/** Builds dist/ if a source has changed since the last build; changes to tests do not count. */
export async function buildIfStale() {
  const isFresh =
    existsSync(built) && sources.every((entry) => changedAt(entry) <= changedAt(built))
  if (!isFresh) await run(process.execPath, ['scripts/build.js'])
}

/** Returns the time of the last change to a file or folder; a folder changes when an entry is added or removed. */
function changedAt(entry) {
  const stats = statSync(entry)
  if (!stats.isDirectory()) return entry.endsWith('.test.ts') ? 0 : stats.mtimeMs
  const inside = readdirSync(entry).map((name) => changedAt(path.join(entry, name)))
  return Math.max(stats.mtimeMs, ...inside)
}
