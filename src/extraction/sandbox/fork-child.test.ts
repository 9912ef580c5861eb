import { once } from 'node:events'
import { getPriority } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { forkChild } from './fork-child.ts'

it('lowers the CPU priority of a background child process', async () => {
  const own = getPriority()
  for (const [niceness, expected] of [
    [0, own],
    [own + 3, own + 3],
  ] as const) {
    const child = forkChild(100, niceness)
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'spawn')
    expect(getPriority(child.pid)).toBe(expected)
  }
})
