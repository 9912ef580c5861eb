import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { AppError } from '../../domain/errors/app-error.ts'
import { childProgram } from './child-program.ts'

const setpriv = '/usr/bin/setpriv'

/** Starts a child with an empty environment and no output streams. A positive `niceness` lowers its priority. */
export function forkChild(heap_mb: number, niceness = 0): ChildProcess {
  const { file, loader } = childProgram()
  const flags = [...loader, `--max-old-space-size=${heap_mb}`]
  const child = fork(file, {
    env: {},
    ...addParentDeathSignal(flags),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness)
  return child
}

/**
 * On Linux, starts the child through a program that makes the kernel kill the child when its parent dies, even while
 * the child is busy in WASM.
 */
function addParentDeathSignal(execArgv: string[]): { execPath: string; execArgv: string[] } {
  const { execPath } = process
  if (!existsSync(setpriv)) return { execPath, execArgv }
  return { execPath: setpriv, execArgv: ['--pdeathsig', 'KILL', execPath, ...execArgv] }
}

export function isAlive({ exitCode, signalCode, killed }: ChildProcess): boolean {
  return exitCode === null && signalCode === null && !killed
}

/** Resolves once the child is dead or could not be started, with the error for its task. */
export function waitForDeath(child: ChildProcess): Promise<AppError> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(toCrashError(code, signal)))
    child.on('error', (cause) => {
      child.kill('SIGKILL')
      if (child.pid === undefined) resolve(new AppError('UNKNOWN', undefined, { cause }))
    })
  })
}

const exhaustionSignals = new Set<unknown>(['SIGABRT', 'SIGBUS', 'SIGILL', 'SIGSEGV', 'SIGTRAP'])

/**
 * Creates the error for a crash. Some signals mean that the heap, the stack or the address space is exhausted, which
 * would happen again with the same document. Any other exit, such as a kill from outside, is retryable.
 */
function toCrashError(code: number | null, signal: NodeJS.Signals | null): AppError {
  const cause = new Error(`The child process ended with ${signal ?? `code ${code}`}.`)
  return new AppError(exhaustionSignals.has(signal) ? 'RESOURCE_LIMIT' : 'UNKNOWN', undefined, {
    cause,
  })
}
