import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's own folder; every script works there, wherever it was called from. */
export const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

/** Runs a program of the project (or of the system, with a slash in its name) to its end. */
export function run(program, args, env = {}) {
  const command = program.includes('/') ? program : path.join(root, 'node_modules/.bin', program)
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${program} ended with ${signal ?? `exit code ${code}`}`))
    })
  })
}

/** Says how long a part took; a part that fails ends the script. */
export async function step(name, work) {
  const start = performance.now()
  try {
    await work()
  } catch (error) {
    console.error(`${name}: ${error.message}`)
    process.exit(1)
  }
  console.error(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
