// npm run dev: the server restarts and the web app reloads as files change.
import { root, run } from './run.js'

console.error(`Docket for development: http://127.0.0.1:5173 (data in ${root}data)`)
await Promise.all([
  run('tsx', ['watch', '--include', 'mappings/**', 'src/main.ts', 'up'], { LOG_LEVEL: 'info' }),
  run('vite', ['--clearScreen', 'false']),
])
