import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type DocketProcess, startDocket } from '../../chaos/processes.ts'

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a built `docket …` to its end. */
export async function docket(
  args: string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [path.resolve('dist/main.js'), ...args], {
    env: { PATH: process.env.PATH, ...options.env },
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, stdout, stderr }
}

/** A running `docket up|serve|work|gateway`, stopped when the test ends. */
export async function runningDocket(
  verb: 'up' | 'serve' | 'work' | 'gateway',
  env: Record<string, string>,
): Promise<DocketProcess> {
  const running = await startDocket(verb, env)
  onTestFinished(async () => {
    running.child.kill('SIGTERM')
    await running.ended
  })
  return running
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-e2e-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
