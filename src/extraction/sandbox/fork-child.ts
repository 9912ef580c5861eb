import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../domain/errors/errors.ts'

const setpriv = '/usr/bin/setpriv'

/**
 * Starts `child.ts`, or `child.js` once built; a .ts needs the loader flags of this process. The child
 * gets an empty environment, and what it prints goes nowhere.
 */
export function forkChild(heap_mb: number): ChildProcess {
  const extension = path.extname(import.meta.url)
  const loader = extension === '.ts' ? process.execArgv : []
  const flags = [...loader, `--max-old-space-size=${heap_mb}`]
  return fork(fileURLToPath(new URL(`./child${extension}`, import.meta.url)), {
    env: {},
    ...mortal(flags),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** On Linux the kernel kills a child whose parent has died: busy in WASM, it would not hear of it. */
function mortal(execArgv: string[]): { execPath: string; execArgv: string[] } {
  const { execPath } = process
  if (!existsSync(setpriv)) return { execPath, execArgv }
  return { execPath: setpriv, execArgv: ['--pdeathsig', 'KILL', execPath, ...execArgv] }
}

export function isAlive({ exitCode, signalCode, killed }: ChildProcess): boolean {
  return exitCode === null && signalCode === null && !killed
}

/** Resolves when the child is dead, or could not be started, with the error of a task that it ran. */
export function whenDead(child: ChildProcess): Promise<AppError> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(crash(code, signal)))
    child.on('error', (cause) => {
      child.kill('SIGKILL')
      if (child.pid === undefined) resolve(new AppError('UNKNOWN', undefined, { cause }))
    })
  })
}

const exhaustion = new Set<unknown>(['SIGABRT', 'SIGBUS', 'SIGILL', 'SIGSEGV', 'SIGTRAP'])

/**
 * By those signals a process ends that ran out of heap, stack or address space, and it would again on
 * this document. Any other end, such as a kill from outside, is no fault of the document: try it again.
 */
function crash(code: number | null, signal: NodeJS.Signals | null): AppError {
  const cause = new Error(`The child process ended with ${signal ?? `code ${code}`}.`)
  return new AppError(exhaustion.has(signal) ? 'RESOURCE_LIMIT' : 'UNKNOWN', undefined, { cause })
}
