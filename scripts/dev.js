// npm run dev: the server restarts and the web app reloads as files change.
import { existsSync } from 'node:fs'
import { root, run } from './run.js'

// The server wants a built web app to serve, though nobody looks at it while Vite serves a fresher one.
if (!existsSync('dist/web/manifest.json')) await run(process.execPath, ['scripts/build.js'])
console.error(`Docket for development: http://127.0.0.1:5173 (data in ${root}data)`)
await Promise.all([
  run('tsx', ['watch', '--include', 'mappings/**', 'src/main.ts', 'up'], { LOG_LEVEL: 'info' }),
  run('vite', ['--clearScreen', 'false']),
])
