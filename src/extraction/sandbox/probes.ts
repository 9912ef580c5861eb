import type { Probed, ProbeResult } from './messages.ts'
import { errorOf, type Reader } from './reader.ts'

interface Waiting {
  file: string
  signal: AbortSignal | undefined
  tell: (outcome: Probed) => void
  reject: (reason: unknown) => void
}

const mostTogether = 8
/** One that takes long keeps the others waiting: then each is opened by itself. */
const secondsTogether = 5

/**
 * Opens PDFs. To ask a child takes longer than it takes to open one, so those that wait for a child go to it
 * together. Each has a result of its own, whatever the others do to the child.
 */
export function createProbes(
  withReader: (work: (reader: Reader) => Promise<void>) => Promise<void>,
): (file: string, signal: AbortSignal | undefined) => Promise<ProbeResult> {
  const waiting: Waiting[] = []
  const takeSome = () => waiting.splice(0, mostTogether)

  /** Each who waits asks for this, and the first to have a child opens for all. */
  async function openAllWaiting(reader: Reader): Promise<void> {
    // Until all have come that come in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    await open(reader, takeSome())
  }

  async function open(reader: Reader, some: Waiting[]): Promise<void> {
    const [first, ...others] = some
    if (!first) return
    if (others.length === 0) return openAlone(reader, first)
    const files = some.map(({ file }) => file)
    const options = { seconds: secondsTogether }
    const outcomes = await reader.run({ kind: 'probe', files }, options).catch(() => undefined)
    // A child that was lost may have been so for any of them.
    if (outcomes) for (const [nth, outcome] of outcomes.entries()) some[nth]?.tell(outcome)
    else for (const one of some) void withReader((next) => openAlone(next, one)).catch(one.reject)
  }

  async function openAlone(reader: Reader, { file, signal, tell, reject }: Waiting): Promise<void> {
    const options = signal ? { signal } : {}
    const opening = reader.run({ kind: 'probe', files: [file] }, options)
    await opening.then(([outcome]) => outcome && tell(outcome), reject)
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
      withReader(openAllWaiting).catch((reason: unknown) => {
        for (const left of takeSome()) left.reject(reason)
      })
    })
    return opened.finally(() => signal?.removeEventListener('abort', leave))
  }
}
