import { AppError } from '../../domain/errors.ts'
import type { SandboxLimits } from './limits.ts'
import { residentMegabytes } from './memory.ts'

const checkEveryMs = 50

/** Calls `kill` when the process takes too long or too much. Returns what ends the watch. */
export function watch(
  pid: number | undefined,
  limits: SandboxLimits,
  kill: (reason: AppError) => void,
): () => void {
  const refuse = (excess: string) =>
    kill(new AppError('RESOURCE_LIMIT', undefined, { cause: new Error(excess) }))
  const clock = setTimeout(refuse, limits.seconds * 1000, `Took over ${limits.seconds} s.`)
  const scale = setInterval(() => {
    if (residentMegabytes(pid) > limits.memory_mb) refuse(`Took over ${limits.memory_mb} MB.`)
  }, checkEveryMs)
  return () => {
    clearTimeout(clock)
    clearInterval(scale)
  }
}
