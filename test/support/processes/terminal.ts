import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { onTestFinished, vi } from 'vitest'

/** Reason to skip tests that need a pseudo-terminal. */
export const terminalSkipReason = spawnSync('script', ['--version'], {
  encoding: 'utf8',
}).stdout?.includes('util-linux')
  ? undefined
  : 'needs the program "script" of util-linux'

export interface Terminal {
  /** Everything shown on the terminal. */
  output(): string
  /** Waits until the terminal shows a match. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>
  pressCtrlC(): void
  /** Hangs up, as closing the window does. */
  close(): void
  /** Pids of all live processes that the command has started. */
  processes(): number[]
  /** Resolves with the command's exit code. */
  ended: Promise<number | null>
}

/** Runs a command in a pseudo-terminal. Every process it leaves behind is killed when the test ends. */
export function openTerminal(command: string, env: Record<string, string>): Terminal {
  const child = spawn('script', ['-qefc', `exec ${command}`, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let shown = ''
  child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  // Keys pressed after the exit are ignored.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const known = new Set<number>()
  const processes = () => {
    for (const pid of descendants(child.pid ?? 0)) known.add(pid)
    return [...known].filter(isAlive)
  }
  onTestFinished(async () => {
    for (const pid of processes()) process.kill(pid, 'SIGKILL')
    child.kill('SIGKILL')
    await ended
  })
  return {
    output: () => shown,
    waitFor: (pattern) =>
      vi.waitFor(() => {
        const match = pattern.exec(shown)
        if (!match) throw new Error(`${pattern} does not appear in:\n${shown}`)
        return match
      }),
    pressCtrlC: () => void child.stdin.write('\x03'),
    close: () => void child.kill('SIGKILL'),
    processes,
    ended,
  }
}

/** Returns all processes below one, parents first. */
function descendants(root: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter(Number)
      .map((pid) => [+pid, parent(+pid)]),
  )
  const found = [root]
  for (const ancestor of found) {
    for (const [pid, above] of parents) if (above === ancestor) found.push(pid)
  }
  return found.slice(1)
}

function parent(pid: number): number | undefined {
  const [state, ppid] = readStat(pid)
  return state === undefined ? undefined : Number(ppid)
}

/** False for a zombie, which has ended although its parent has not reaped it yet. */
function isAlive(pid: number): boolean {
  const [state = 'X'] = readStat(pid)
  return !/[ZX]/.test(state)
}

/** Returns a process's state and parent. The result is empty if it does not exist. */
function readStat(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
