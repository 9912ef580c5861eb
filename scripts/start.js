// npm start: rebuilds if a source has changed since the last build, then runs `docket up` in this process.
import path from 'node:path'
import { buildIfStale } from './build-if-stale.js'
import { root } from './run.js'

await buildIfStale().catch(() => process.exit(1))
process.argv = [process.execPath, path.join(root, 'dist/main.js'), 'up']
process.chdir(process.env.INIT_CWD ?? root)
await import('../dist/main.js')
