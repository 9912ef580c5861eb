import { AppError } from '../../domain/errors/app-error.ts'
import type { SandboxLimits } from './child-limits.ts'
import { readResidentMegabytes } from './process-memory.ts'
import type { TaskFailure, Reply, Results, Task } from './messages.ts'
import { waitForDeath, forkChild, isAlive } from './fork-child.ts'
import { createPendingSyncs, type PendingSyncs } from './pending-syncs.ts'
import { type ExceededLimit, type OnLimit, type Watchdog, startWatchdog } from './watchdog.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

export interface RunOptions {
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
  /** Wall-clock limit for this task, in seconds, if lower than the default. */
  seconds?: number
}

type Kind = Task['kind']

/** The JavaScript heap's share of a child's memory limit. The rest is for pdfium and Tesseract. */
const heapShare = 0.75

/** Memory is measured again only after this much work, because quick tasks use little memory. */
const maxUnmeasured = { ms: 250, tasks: 50 }

/** A monotonic clock, in milliseconds. */
const clock = () => performance.now()

/** A child process that runs one task at a time. */
export interface ChildHandle {
  /** Settles only once the child is idle or dead, so that a task that was killed no longer holds resources. */
  run: <K extends Kind>(
    task: Extract<Task, { kind: K }>,
    options: RunOptions,
  ) => Promise<Results[K]>
  isAlive: () => boolean
  /** Duration of the last task, without the child's startup. */
  lastTaskMs: () => number
  /** False if the child should be replaced before the next task. */
  isReusable: () => boolean
  /** Kills the child. The task rejects with the reason. */
  end: (reason: Error) => Promise<void>
}

interface RunningTask {
  resolve: (result: Results[Kind]) => void
  reject: (reason: unknown) => void
  onProgress: RunOptions['onProgress']
  watchdog: Watchdog
  /** Time limit, starting when the child is ready for the task. */
  seconds: number
  /** The message with which the child reports that it is ready. */
  step: 'up' | 'loaded'
  /** Time at which the child was ready for the task. */
  readyAt: number
}

export function startChild(limits: SandboxLimits): ChildHandle {
  const child = forkChild(Math.floor(limits.memory_mb * heapShare), limits.niceness)
  const death = waitForDeath(child)
  let running: RunningTask | undefined
  let killReason: unknown
  let tasks = 0
  const memory = createMemoryCheck(child.pid, limits)
  const syncs = createPendingSyncs()

  // A child that is busy in WASM does not handle messages, so only SIGKILL can stop it.
  const kill = (reason: unknown) => {
    killReason ??= reason
    child.kill('SIGKILL')
  }
  let deathError: AppError | undefined
  void death.then((error) => {
    deathError = error
    syncs.abandon()
    running?.reject(killReason ?? error)
  })
  /** The messages `up` and `loaded` that the child has sent. */
  const steps = new Set<Reply['kind']>()
  const onLimit: OnLimit = (reason, excess) =>
    kill(running && steps.has(running.step) ? reason : toStartError(reason, excess))
  child.on('message', (reply: Reply) => {
    if (reply.kind === 'up' || reply.kind === 'loaded') steps.add(reply.kind)
    if (reply.kind === 'synced') syncs.settle(reply.sync, reply.failure && toError(reply.failure))
    else if (running && killReason === undefined) handleReply(running, reply, syncs)
  })

  async function run(task: Task, options: RunOptions): Promise<Results[Kind]> {
    const { signal, onProgress } = options
    const seconds = limitSeconds(task.kind, options, limits)
    signal?.throwIfAborted()
    if (deathError) throw killReason ?? deathError
    const abort = () => kill(signal?.reason)
    signal?.addEventListener('abort', abort)
    const step = task.kind === 'probe' || task.kind === 'convert' ? 'up' : 'loaded'
    const allowedSeconds = steps.has(step) ? seconds : limits.start_seconds
    const watchdog = startWatchdog(child.pid, { ...limits, seconds: allowedSeconds }, onLimit)
    // Probes are not counted, because the memory check finds any memory that they leave in use.
    if (task.kind !== 'probe') tasks += 1
    try {
      return await new Promise<Results[Kind]>((resolve, reject) => {
        running = { resolve, reject, onProgress, watchdog, seconds, step, readyAt: clock() }
        child.send(task)
      })
    } finally {
      memory.add(running ? clock() - running.readyAt : 0)
      running = undefined
      watchdog.end()
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    run: run as ChildHandle['run'],
    isAlive: () => isAlive(child),
    lastTaskMs: memory.lastTaskMs,
    isReusable: () => isAlive(child) && tasks < limits.tasks_per_child && memory.isSmall(),
    async end(reason) {
      kill(reason)
      await death
    },
  }
}

/** Returns the time limit for a task: the requested time, capped at the limit for its kind. */
function limitSeconds(kind: Kind, { seconds }: RunOptions, limits: SandboxLimits): number {
  const maxSeconds = kind === 'probe' ? limits.probe_seconds : limits.seconds
  return Math.min(seconds ?? maxSeconds, maxSeconds)
}

/** Measures a child's memory periodically. */
function createMemoryCheck(pid: number | undefined, limits: SandboxLimits) {
  let unmeasured = { ms: 0, tasks: 0 }
  let lastMs = 0
  return {
    lastTaskMs: () => lastMs,
    /** Records a task of this duration. */
    add(taskMs: number): void {
      lastMs = taskMs
      unmeasured = { ms: unmeasured.ms + taskMs, tasks: unmeasured.tasks + 1 }
    },
    isSmall(): boolean {
      const { ms, tasks } = unmeasured
      if (ms < maxUnmeasured.ms && tasks < maxUnmeasured.tasks) return true
      unmeasured = { ms: 0, tasks: 0 }
      return readResidentMegabytes(pid) <= limits.keep_mb
    },
  }
}

/**
 * Creates the error for a child that could not start. The error is retryable if the child was slow, which does not
 * depend on the document, but not if the child used too much memory.
 */
function toStartError(reason: AppError, excess: ExceededLimit): AppError {
  if (excess === 'memory') return reason
  return new AppError('BUSY', createDetail('machine_busy', {}), { cause: reason.cause })
}

function handleReply(
  running: RunningTask,
  reply: Exclude<Reply, { kind: 'synced' }>,
  syncs: PendingSyncs,
): void {
  const { resolve, reject, onProgress, watchdog, seconds, step } = running
  switch (reply.kind) {
    case 'up':
    case 'loaded':
      if (reply.kind !== step) break
      running.readyAt = clock()
      watchdog.restart(seconds)
      break
    case 'progress':
      if (reply.scans > 0) watchdog.allowScans(reply.scans)
      onProgress?.(reply.done, reply.total)
      break
    case 'done':
      resolve(reply.sync === undefined ? reply.result : syncs.attach(reply.sync, reply.result))
      break
    case 'failed':
      reject(toError(reply))
      break
  }
}

export function toError({ code, detail, cause, errors }: TaskFailure): AppError {
  return new AppError(code, detail, { cause: cause ?? undefined, ...(errors && { errors }) })
}
