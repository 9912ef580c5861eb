import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type DocketProcess, startDocket } from '../../../chaos/processes.ts'

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a built `docket …` command until it exits. */
export async function docket(
  args: string[],
  options: { env?: Record<string, string>; cwd?: string; input?: Uint8Array } = {},
): Promise<CommandResult> {
  return runToExit(process.execPath, [path.resolve('dist/main.js'), ...args], options)
}

/**
 * Shell options for examples: stop at the first failed command or error response. Exit code 3 is not a failure: the
 * document was read, but needs review.
 */
const strict = `set -euo pipefail
curl() { command curl -fsS "$@"; }
node() { command node "$@" || [ $? = 3 ]; }
docket() { node dist/main.js "$@"; }
set -x
`

/** Runs documentation examples in bash, with `dist` linked to the build. */
export async function bash(
  script: string,
  options: { env?: Record<string, string>; cwd: string },
): Promise<CommandResult> {
  const dist = path.join(options.cwd, 'dist')
  if (!existsSync(dist)) await symlink(path.resolve('dist'), dist)
  return runToExit('bash', ['-c', strict + script], options)
}

export async function runToExit(
  program: string,
  args: string[],
  options: { env?: Record<string, string>; cwd?: string; input?: Uint8Array },
): Promise<CommandResult> {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, ...options.env },
    cwd: options.cwd,
    stdio: [options.input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  child.stdin?.end(options.input)
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const [stdout, stderr] = await Promise.all([readText(child.stdout), readText(child.stderr)])
  return { code: await ended, stdout, stderr }
}

/** Reads a pipe, which always exists here. */
function readText(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream ? text(stream) : Promise.resolve('')
}

/** Starts `docket up|serve|work|gateway`. It is stopped when the test ends. */
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
