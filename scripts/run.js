import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Project root, which every script uses as its working directory. */
export const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

/** Runs a program from node_modules, or a program given by its path, and rejects unless it exits with 0. */
export function run(program, args, env = {}, options = {}) {
  const command = program.includes('/') ? program : path.join(root, 'node_modules/.bin', program)
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    ...options,
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${program} ended with ${signal ?? `exit code ${code}`}`))
    })
  })
}

/** Prints how long a step took; a failed step ends the script. */
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
