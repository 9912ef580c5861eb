import type { ProbeOutcome, ProbeResult } from './messages.ts'
import { toError, type ChildHandle } from './child-handle.ts'

interface PendingProbe {
  file: string
  signal: AbortSignal | undefined
  settle: (outcome: ProbeOutcome) => void
  reject: (reason: unknown) => void
}

const maxBatchSize = 8
/**
 * One slow file delays the whole batch, so after this timeout each file gets its own task; a batch usually takes
 * milliseconds.
 */
const maxBatchSeconds = 2

/**
 * Probes PDFs in batches, because a round trip to a child takes longer than opening a file. Each file gets its own
 * result, even if another file kills the child.
 */
export function createBatchProbe(
  withChild: (work: (child: ChildHandle) => Promise<void>) => Promise<void>,
): (file: string, signal: AbortSignal | undefined) => Promise<ProbeResult> {
  const pending: PendingProbe[] = []

  /** Runs once per pending probe; the first probe to get a child takes others with it. */
  function startNext(): void {
    withChild((child) => probeBatch(child, pending.splice(0, maxBatchSize))).catch(
      (reason: unknown) => pending.shift()?.reject(reason),
    )
  }

  async function probeBatch(child: ChildHandle, probes: PendingProbe[]): Promise<void> {
    const [first, ...others] = probes
    if (!first) return
    if (others.length === 0) return probeOne(child, first)
    const files = probes.map(({ file }) => file)
    const options = { seconds: maxBatchSeconds, signal: abortWhenAllAbort(probes) }
    const outcomes = await child.run({ kind: 'probe', files }, options).catch(() => [])
    for (const [nth, probe] of probes.entries()) {
      const outcome = outcomes[nth]
      if (outcome) probe.settle(outcome)
      // Any file in the batch may have killed the child, so each is probed separately.
      else if (!probe.signal?.aborted) {
        void withChild((next) => probeOne(next, probe)).catch(probe.reject)
      }
    }
  }

  async function probeOne(
    child: ChildHandle,
    { file, signal, settle, reject }: PendingProbe,
  ): Promise<void> {
    const options = signal ? { signal } : {}
    const opening = child.run({ kind: 'probe', files: [file] }, options)
    await opening.then(([outcome]) => {
      if (outcome) settle(outcome)
      else reject(new Error('The child returned no result for a file'))
    }, reject)
  }

  return (file, signal) => {
    let leave = () => {}
    const opened = new Promise<ProbeResult>((resolve, reject) => {
      const settle = (outcome: ProbeOutcome) =>
        'kind' in outcome ? reject(toError(outcome)) : resolve(outcome)
      const probe = { file, signal, settle, reject }
      leave = () => {
        const index = pending.indexOf(probe)
        if (index >= 0) pending.splice(index, 1)
        reject(signal?.reason)
      }
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave)
      pending.push(probe)
      // Collects all probes from this event loop turn.
      setImmediate(startNext)
    })
    return opened.finally(() => signal?.removeEventListener('abort', leave))
  }
}

/** Frees the child once no caller is waiting for the batch. */
function abortWhenAllAbort(probes: PendingProbe[]): AbortSignal {
  const controller = new AbortController()
  for (const { signal } of probes) {
    signal?.addEventListener('abort', () => {
      if (probes.every((probe) => probe.signal?.aborted)) controller.abort(signal.reason)
    })
  }
  return controller.signal
}
