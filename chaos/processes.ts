import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

export interface DocketProcess {
  child: ChildProcess
  /** The process's base URL. */
  url: string
  /** The process's log so far. */
  log: () => string
  /** Resolves with the exit code or signal. */
  ended: Promise<number | string>
}

const builtHere = 'dist/main.js'

const setpriv = '/usr/bin/setpriv'
/** True if started processes end with this one, even if it is killed. */
export const endsWithParent = existsSync(setpriv)
const launcher = endsWithParent ? [setpriv, '--pdeathsig', 'TERM'] : []

/** Raises the limits, because benchmarks and chaos tests exceed the limits meant for a single user. */
const unlimited = {
  UPLOADS_PER_MINUTE: '1000000',
  UPLOADS_PER_MINUTE_PER_IP: '1000000',
  MAX_STREAMS_PER_OWNER: '10000',
}

const children = new Set<ChildProcess>()
process.on('exit', () => {
  // Stops the processes if the run is interrupted.
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a built `docket VERB` and waits until it reports that it is ready. */
export async function startDocket(
  verb: 'up' | 'serve' | 'work' | 'gateway',
  env: Record<string, string>,
  main = builtHere,
): Promise<DocketProcess> {
  const [program, ...args] = [...launcher, process.execPath, main, verb]
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...unlimited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  const ended = new Promise<number | string>((resolve) => {
    child.on('exit', (code, signal) => {
      children.delete(child)
      resolve(signal ?? code ?? 'unknown')
    })
  })
  const errorLines: string[] = []
  child.stderr.on('data', (chunk: Buffer) => errorLines.push(chunk.toString()))
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve)
  })
  const line = await Promise.race([
    ready,
    ended.then((end) => {
      throw new Error(`docket ${verb} ended with ${end}: ${errorLines.join('')}`)
    }),
  ])
  return { child, url: /http:\S+/.exec(line)?.[0] ?? '', log: () => errorLines.join(''), ended }
}
