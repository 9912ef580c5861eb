// npm start: builds when something has changed since the last build, then runs `docket up` in this process.
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { root, run } from './run.js'

const sources = [
  'src',
  'directory',
  'mappings',
  'migrations',
  'scripts',
  'test/fixtures',
  'package.json',
]

function newest(entry) {
  const { mtimeMs } = statSync(entry)
  if (!statSync(entry).isDirectory()) return mtimeMs
  const inside = readdirSync(entry).map((name) => newest(path.join(entry, name)))
  return Math.max(mtimeMs, ...inside)
}

const built = 'dist/built'
const isFresh = existsSync(built) && sources.every((entry) => newest(entry) <= newest(built))
const startedIn = process.env.INIT_CWD ?? root
if (!isFresh) await run(process.execPath, ['scripts/build.js']).catch(() => process.exit(1))
process.argv = [process.execPath, path.join(root, 'dist/main.js'), 'up']
process.chdir(startedIn)
await import('../dist/main.js')
