import { AppError } from '../../domain/errors/errors.ts'
import type { SandboxLimits } from './limits.ts'
import { residentMegabytes } from './process-memory.ts'
import type { Failure, Reply, Results, Task } from './messages.ts'
import { whenDead, forkChild, isAlive } from './fork-child.ts'
import { type Excess, type OnExcess, type Watch, watch } from './watchdog.ts'

export interface RunOptions {
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
  /** The wall clock of this task, where that is less than usual. */
  seconds?: number
}

type Kind = Task['kind']

/** Of a child's memory; the rest is for the engine, which is outside of the JavaScript heap. */
const heapShare = 0.75

/** What is over in a moment has taken no memory worth looking for, unless there were many. */
const quickMs = 20
const mostQuickTasks = 50

/** A child process that reads PDFs, one at a time. */
export interface ChildHandle {
  /** Settles only when the child is idle again or dead: a killed task holds nothing any more. */
  run: <K extends Kind>(
    task: Extract<Task, { kind: K }>,
    options: RunOptions,
  ) => Promise<Results[K]>
  isAlive: () => boolean
  /** Whether it is worth keeping for another task, now that it has done one. */
  isFit: () => boolean
  /** Kills it; the task that it runs is rejected with the reason. */
  end: (reason: Error) => Promise<void>
}

interface Running {
  resolve: (result: Results[Kind]) => void
  reject: (reason: unknown) => void
  onProgress: RunOptions['onProgress']
  watching: Watch
  /** For the task, from when the child is up. */
  seconds: number
}

export function startChild(limits: SandboxLimits): ChildHandle {
  const child = forkChild(Math.floor(limits.memory_mb * heapShare))
  const death = whenDead(child)
  let running: Running | undefined
  let killedFor: unknown
  let tasks = 0
  let quickTasks = 0

  // Busy in WASM, a child hears nothing: there is no gentler way to stop it.
  const kill = (reason: unknown) => {
    killedFor ??= reason
    child.kill('SIGKILL')
  }
  let died: AppError | undefined
  void death.then((error) => {
    died = error
    running?.reject(killedFor ?? error)
  })
  let isUp = false
  const refuse: OnExcess = (reason, excess) => kill(isUp ? reason : duringStart(reason, excess))
  child.on('message', (reply: Reply) => {
    if (reply.kind === 'up') isUp = true
    if (running && killedFor === undefined) hear(running, reply)
  })

  async function run(task: Task, options: RunOptions): Promise<Results[Kind]> {
    const { signal, onProgress } = options
    const seconds = Math.min(options.seconds ?? limits.seconds, limits.seconds)
    signal?.throwIfAborted()
    if (died) throw killedFor ?? died
    const abort = () => kill(signal?.reason)
    signal?.addEventListener('abort', abort)
    const most = isUp ? seconds : limits.start_seconds
    const watching = watch(child.pid, { ...limits, seconds: most }, refuse)
    // To open one leaves nothing that its memory would not tell of.
    if (task.kind !== 'probe') tasks += 1
    const startedAt = performance.now()
    try {
      return await new Promise<Results[Kind]>((resolve, reject) => {
        running = { resolve, reject, onProgress, watching, seconds }
        child.send(task)
      })
    } finally {
      running = undefined
      quickTasks = performance.now() - startedAt < quickMs ? quickTasks + 1 : mostQuickTasks
      watching.end()
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    run: run as ChildHandle['run'],
    isAlive: () => isAlive(child),
    isFit() {
      if (!isAlive(child) || tasks >= limits.tasks_per_child) return false
      if (quickTasks < mostQuickTasks) return true
      quickTasks = 0
      return residentMegabytes(child.pid) <= limits.keep_mb
    },
    async end(reason) {
      kill(reason)
      await death
    },
  }
}

/** The time that a child takes to come up is no fault of a document: try it again. Its memory is. */
function duringStart(reason: AppError, excess: Excess): AppError {
  if (excess === 'memory') return reason
  const sentence = 'This machine is too busy to open documents just now. Please try again soon.'
  return new AppError('BUSY', sentence, { cause: reason.cause })
}

function hear(running: Running, reply: Reply): void {
  const { resolve, reject, onProgress, watching, seconds } = running
  switch (reply.kind) {
    case 'up':
      watching.restart(seconds)
      break
    case 'progress':
      if (reply.scans > 0) watching.allowScans(reply.scans)
      onProgress?.(reply.done, reply.total)
      break
    case 'done':
      resolve(reply.result)
      break
    case 'failed':
      reject(errorOf(reply))
      break
  }
}

export function errorOf({ code, message, cause, errors }: Failure): AppError {
  return new AppError(code, message, { cause: cause ?? undefined, ...(errors && { errors }) })
}
