import type { Probed, ProbeResult } from './messages.ts'
import { errorOf, type ChildHandle } from './child-handle.ts'

interface Waiting {
  file: string
  signal: AbortSignal | undefined
  tell: (outcome: Probed) => void
  reject: (reason: unknown) => void
}

const mostTogether = 8
/** One that takes long keeps the others waiting: then each is opened by itself. Usually all take a millisecond. */
const secondsTogether = 2

/**
 * Opens PDFs. To ask a child takes longer than it takes to open one, so those that wait for a child go to it
 * together. Each has a result of its own, whatever the others do to the child.
 */
export function createProbes(
  withReader: (work: (reader: ChildHandle) => Promise<void>) => Promise<void>,
): (file: string, signal: AbortSignal | undefined) => Promise<ProbeResult> {
  const waiting: Waiting[] = []

  /** Asked for once for each that waits; the first to have a child opens for others as well. */
  function openNext(): void {
    withReader((reader) => open(reader, waiting.splice(0, mostTogether))).catch((reason: unknown) =>
      waiting.shift()?.reject(reason),
    )
  }

  async function open(reader: ChildHandle, some: Waiting[]): Promise<void> {
    const [first, ...others] = some
    if (!first) return
    if (others.length === 0) return openAlone(reader, first)
    const files = some.map(({ file }) => file)
    const options = { seconds: secondsTogether, signal: whenAllHaveGone(some) }
    const outcomes = await reader.run({ kind: 'probe', files }, options).catch(() => [])
    for (const [nth, one] of some.entries()) {
      const outcome = outcomes[nth]
      if (outcome) one.tell(outcome)
      // A child that was lost may have been so for any of them.
      else if (!one.signal?.aborted) {
        void withReader((next) => openAlone(next, one)).catch(one.reject)
      }
    }
  }

  async function openAlone(
    reader: ChildHandle,
    { file, signal, tell, reject }: Waiting,
  ): Promise<void> {
    const options = signal ? { signal } : {}
    const opening = reader.run({ kind: 'probe', files: [file] }, options)
    await opening.then(([outcome]) => {
      if (outcome) tell(outcome)
      else reject(new Error('A child has told nothing of a file'))
    }, reject)
  }

  return (file, signal) => {
    let leave = () => {}
    const opened = new Promise<ProbeResult>((resolve, reject) => {
      const tell = (outcome: Probed) =>
        'kind' in outcome ? reject(errorOf(outcome)) : resolve(outcome)
      const one = { file, signal, tell, reject }
      leave = () => {
        const place = waiting.indexOf(one)
        if (place >= 0) waiting.splice(place, 1)
        reject(signal?.reason)
      }
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave)
      waiting.push(one)
      // When all have come that come in this turn of the event loop.
      setImmediate(openNext)
    })
    return opened.finally(() => signal?.removeEventListener('abort', leave))
  }
}

/** A child is not kept busy for nobody. */
function whenAllHaveGone(some: Waiting[]): AbortSignal {
  const gone = new AbortController()
  for (const { signal } of some) {
    signal?.addEventListener('abort', () => {
      if (some.every((one) => one.signal?.aborted)) gone.abort(signal.reason)
    })
  }
  return gone.signal
}
