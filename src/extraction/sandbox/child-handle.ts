import { AppError } from '../../domain/errors/errors.ts'
import type { SandboxLimits } from './limits.ts'
import { readResidentMegabytes } from './process-memory.ts'
import type { Failure, Reply, Results, Task } from './messages.ts'
import { waitForDeath, forkChild, isAlive } from './fork-child.ts'
import { type Excess, type OnLimit, type Watchdog, startWatchdog } from './watchdog.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

export interface RunOptions {
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
  /** Wall-clock limit for this task, if shorter than the default. */
  seconds?: number
}

type Kind = Task['kind']

/** The JavaScript heap's share of the child's memory limit; pdfium and Tesseract use the rest. */
const heapShare = 0.75

/** Quick tasks use little memory, so it is measured only after many of them. */
const quickMs = 20
const maxQuickTasks = 50

/** A child process that runs one task at a time. */
export interface ChildHandle {
  /** Settles once the child is idle or dead, so a killed task does not hold resources. */
  run: <K extends Kind>(
    task: Extract<Task, { kind: K }>,
    options: RunOptions,
  ) => Promise<Results[K]>
  isAlive: () => boolean
  /** False if the child should be replaced before the next task. */
  isReusable: () => boolean
  /** Kills the child; its task rejects with the reason. */
  end: (reason: Error) => Promise<void>
}

interface RunningTask {
  resolve: (result: Results[Kind]) => void
  reject: (reason: unknown) => void
  onProgress: RunOptions['onProgress']
  watchdog: Watchdog
  /** Time limit, counted from the moment the child is up. */
  seconds: number
}

export function startChild(limits: SandboxLimits): ChildHandle {
  const child = forkChild(Math.floor(limits.memory_mb * heapShare))
  const death = waitForDeath(child)
  let running: RunningTask | undefined
  let killReason: unknown
  let tasks = 0
  let quickTasks = 0

  // A child busy in WASM processes no messages, so only SIGKILL stops it.
  const kill = (reason: unknown) => {
    killReason ??= reason
    child.kill('SIGKILL')
  }
  let deathError: AppError | undefined
  void death.then((error) => {
    deathError = error
    running?.reject(killReason ?? error)
  })
  let isUp = false
  const onLimit: OnLimit = (reason, excess) => kill(isUp ? reason : toStartError(reason, excess))
  child.on('message', (reply: Reply) => {
    if (reply.kind === 'up') isUp = true
    if (running && killReason === undefined) handleReply(running, reply)
  })

  async function run(task: Task, options: RunOptions): Promise<Results[Kind]> {
    const { signal, onProgress } = options
    const seconds = Math.min(options.seconds ?? limits.seconds, limits.seconds)
    signal?.throwIfAborted()
    if (deathError) throw killReason ?? deathError
    const abort = () => kill(signal?.reason)
    signal?.addEventListener('abort', abort)
    const allowedSeconds = isUp ? seconds : limits.start_seconds
    const watchdog = startWatchdog(child.pid, { ...limits, seconds: allowedSeconds }, onLimit)
    // Probes are not counted, because they leave nothing behind that the memory check would miss.
    if (task.kind !== 'probe') tasks += 1
    const startedAt = performance.now()
    try {
      return await new Promise<Results[Kind]>((resolve, reject) => {
        running = { resolve, reject, onProgress, watchdog, seconds }
        child.send(task)
      })
    } finally {
      running = undefined
      quickTasks = performance.now() - startedAt < quickMs ? quickTasks + 1 : maxQuickTasks
      watchdog.end()
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    run: run as ChildHandle['run'],
    isAlive: () => isAlive(child),
    isReusable() {
      if (!isAlive(child) || tasks >= limits.tasks_per_child) return false
      if (quickTasks < maxQuickTasks) return true
      quickTasks = 0
      return readResidentMegabytes(child.pid) <= limits.keep_mb
    },
    async end(reason) {
      kill(reason)
      await death
    },
  }
}

/** A slow start is unrelated to the document, so the error is retryable; excess memory is not. */
function toStartError(reason: AppError, excess: Excess): AppError {
  if (excess === 'memory') return reason
  return new AppError('BUSY', createDetail('machine_busy', {}), { cause: reason.cause })
}

function handleReply(running: RunningTask, reply: Reply): void {
  const { resolve, reject, onProgress, watchdog, seconds } = running
  switch (reply.kind) {
    case 'up':
      watchdog.restart(seconds)
      break
    case 'progress':
      if (reply.scans > 0) watchdog.allowScans(reply.scans)
      onProgress?.(reply.done, reply.total)
      break
    case 'done':
      resolve(reply.result)
      break
    case 'failed':
      reject(toError(reply))
      break
  }
}

export function toError({ code, detail, cause, errors }: Failure): AppError {
  return new AppError(code, detail, { cause: cause ?? undefined, ...(errors && { errors }) })
}
