// npm run dev: restarts the server and reloads the web app when a file changes.
import { existsSync } from 'node:fs'
import { root, run } from './run.js'

try {
  // Vite's proxy needs the PORT that the server reads from .env.
  process.loadEnvFile()
} catch {
  // The .env file is optional.
}
// The server requires a built web app, although Vite serves a newer one.
if (!existsSync('dist/web/manifest.json')) await run(process.execPath, ['scripts/build.js'])

const ended = new AbortController()
let isInterrupted = false
// Ctrl-C in a terminal reaches the children too, so this process only waits until they have stopped.
process.on('SIGINT', () => (isInterrupted = true))

/** Starts a program. When the server or Vite exits, the other is stopped as well. */
async function start(program, args, env) {
  await run(program, args, env, { signal: ended.signal }).catch((error) => {
    if (!isInterrupted && error.name !== 'AbortError') console.error(error.message)
    process.exitCode = isInterrupted ? 130 : 1
  })
  if (!isInterrupted) ended.abort()
}

console.error(`Docket for development: http://127.0.0.1:5173 (data in ${root}data)`)
await Promise.all([
  start('tsx', ['watch', '--include', 'mappings/**', 'src/main.ts', 'up'], { LOG_LEVEL: 'info' }),
  start('vite', ['--clearScreen', 'false']),
])
