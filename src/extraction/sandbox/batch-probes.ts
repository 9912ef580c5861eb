import type { ProbeOutcome, ProbeResult } from './messages.ts'
import { toError, type ChildHandle } from './child-handle.ts'
import { createRoundRobin, type ProbeLane } from './round-robin.ts'
import { createSemaphore } from './semaphore.ts'

type WithChild = (work: (child: ChildHandle) => Promise<void>) => Promise<void>

export interface ProbeOptions {
  signal?: AbortSignal | undefined
  /** Sender of the file. Clients take turns, and slow files delay only other files from the same client. */
  client?: string | undefined
}

interface PendingProbe {
  client: string
  file: string
  signal: AbortSignal | undefined
  settle: (outcome: ProbeOutcome) => void
  reject: (reason: unknown) => void
}

const maxBatchSize = 8
/**
 * Maximum time for a batch, in seconds. After this time, each file gets its own task, because one slow file delays the
 * whole batch. Most batches take only milliseconds.
 */
const maxBatchSeconds = 2
/** A client is slow if its files occupied a child for longer than this, in milliseconds. */
const slowMs = 1_000

/**
 * Probes PDFs in batches, because a round trip to a child takes longer than opening a file. Each file gets its own
 * result, even if another one kills the child. A batch contains files from a single client. If there is more than one
 * slot, slow clients never occupy all of them.
 */
export function createBatchProbe(
  withChild: WithChild,
  slots = 1,
): (file: string, options: ProbeOptions) => Promise<ProbeResult> {
  const turns = createRoundRobin<PendingProbe>()
  const runIn = createLanes(withChild, slots)

  /** Runs once for each pending probe. The first probe that gets a child takes others with it. */
  function startNext(lane: ProbeLane): void {
    runIn(lane)((child) => probeBatch(child, turns.take(lane, maxBatchSize))).catch(
      (reason: unknown) => turns.take(lane, 1)[0]?.reject(reason),
    )
  }

  /** Moves a client to the slow lane if its files occupied a child for too long. */
  async function measure<Result>(
    child: ChildHandle,
    client: string,
    opening: Promise<Result>,
  ): Promise<Result> {
    try {
      return await opening
    } finally {
      const isSlow = client !== '' && child.lastTaskMs() > slowMs
      const moved = isSlow ? turns.slowDown(client) : 0
      for (let nth = 0; nth < moved; nth++) startNext('slow')
    }
  }

  async function probeBatch(child: ChildHandle, probes: PendingProbe[]): Promise<void> {
    const [first, ...others] = probes
    if (!first) return
    if (others.length === 0) return probeOne(child, first)
    const files = probes.map(({ file }) => file)
    const options = { seconds: maxBatchSeconds, signal: abortWhenAllAbort(probes) }
    const opening = child.run({ kind: 'probe', files }, options).catch(() => [])
    const outcomes = await measure(child, first.client, opening)
    for (const [nth, probe] of probes.entries()) {
      const outcome = outcomes[nth]
      if (outcome) probe.settle(outcome)
      // Any file in the batch may have killed the child, so each is probed separately.
      else if (!probe.signal?.aborted) {
        const run = runIn(turns.laneOf(probe.client))
        void run((next) => probeOne(next, probe)).catch(probe.reject)
      }
    }
  }

  async function probeOne(
    child: ChildHandle,
    { client, file, signal, settle, reject }: PendingProbe,
  ): Promise<void> {
    const options = signal ? { signal } : {}
    const opening = child.run({ kind: 'probe', files: [file] }, options)
    await measure(child, client, opening).then(([outcome]) => {
      if (outcome) settle(outcome)
      else reject(new Error('The child returned no result for a file'))
    }, reject)
  }

  function add(probe: PendingProbe): void {
    const lane = turns.add(probe)
    // Collects all probes in this turn of the event loop.
    setImmediate(() => startNext(lane))
  }

  return (file, options) => waitForProbe(file, options, { add, remove: turns.remove })
}

function createLanes(withChild: WithChild, slots: number): (lane: ProbeLane) => WithChild {
  const slowSlots = createSemaphore(Math.max(1, slots - 1))
  const withSlowChild: WithChild = async (work) => {
    await slowSlots.acquire()
    await withChild(work).finally(slowSlots.release)
  }
  return (lane) => (lane === 'slow' ? withSlowChild : withChild)
}

type ProbeQueue = Record<'add' | 'remove', (probe: PendingProbe) => void>

/** Queues a probe until it has a result or its caller aborts. */
function waitForProbe(
  file: string,
  { signal, client = '' }: ProbeOptions,
  { add, remove }: ProbeQueue,
): Promise<ProbeResult> {
  let leave = () => {}
  const opened = new Promise<ProbeResult>((resolve, reject) => {
    const settle = (outcome: ProbeOutcome) =>
      'kind' in outcome ? reject(toError(outcome)) : resolve(outcome)
    const probe = { client, file, signal, settle, reject }
    leave = () => {
      remove(probe)
      reject(signal?.reason)
    }
    if (signal?.aborted) return leave()
    signal?.addEventListener('abort', leave)
    add(probe)
  })
  return opened.finally(() => signal?.removeEventListener('abort', leave))
}

/** Aborts the batch, which frees the child, once no caller is waiting for it. */
function abortWhenAllAbort(probes: PendingProbe[]): AbortSignal {
  const controller = new AbortController()
  for (const { signal } of probes) {
    signal?.addEventListener('abort', () => {
      if (probes.every((probe) => probe.signal?.aborted)) controller.abort(signal.reason)
    })
  }
  return controller.signal
}
