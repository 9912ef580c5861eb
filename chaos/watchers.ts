import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDeadline } from '../src/clock/timeouts.ts'

interface Message {
  event: string
  id: number | undefined
}

export interface Watchers {
  /** Follows a batch to its end with the headers of its owner, and reconnects after every disconnection. */
  follow(batchId: string, headers: Record<string, string>): void
  /** Gaps and repetitions in event numbers. */
  readonly violations: string[]
  readonly events: number
  readonly reconnections: number
  /** Waits for watchers that have not seen the end of their batch. Returns how many never saw it. */
  stop(maxWaitMs: number): Promise<number>
}

/**
 * Starts watchers of batches. From the first event that it receives, each watcher must see every event exactly once,
 * whatever happens.
 */
export function startWatchers(url: () => string): Watchers {
  const stopping = new AbortController()
  // Hundreds of watchers listen to this signal.
  setMaxListeners(0, stopping.signal)
  const following = new Set<Promise<void>>()
  const state = { violations: [] as string[], events: 0, reconnections: 0 }

  async function follow(batchId: string, headers: Record<string, string>): Promise<void> {
    let last: number | undefined
    while (!stopping.signal.aborted) {
      const resume: Record<string, string> =
        last === undefined ? {} : { 'last-event-id': String(last) }
      const deadline = startDeadline(20_000, stopping.signal)
      try {
        const address = `${url()}/api/batch/${batchId}/stream`
        const { signal } = deadline
        const response = await fetch(address, { headers: { ...headers, ...resume }, signal })
        if (response.status === 404) return
        for await (const { event, id } of readMessages(response)) {
          if (event === 'end') return
          if (event === 'snapshot' || event === 'reset') last = id ?? last
          else if (id !== undefined) {
            state.events += 1
            if (last !== undefined && id !== last + 1) {
              state.violations.push(`a stream misses and repeats nothing: ${id} after ${last}`)
            }
            last = id
          }
        }
      } catch {
        // The client was disconnected, or no server is running. The loop below reconnects.
      } finally {
        deadline.cancel()
      }
      state.reconnections += 1
      await sleep(200, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return {
    follow(batchId, headers) {
      const done = follow(batchId, headers).finally(() => following.delete(done))
      following.add(done)
    },
    get violations() {
      return state.violations
    },
    get events() {
      return state.events
    },
    get reconnections() {
      return state.reconnections
    },
    async stop(maxWaitMs) {
      const deadline = Date.now() + maxWaitMs
      while (following.size > 0 && Date.now() < deadline) await sleep(50)
      const unfinished = following.size
      stopping.abort()
      await Promise.all(following)
      return unfinished
    },
  }
}

async function* readMessages(response: Response): AsyncGenerator<Message> {
  if (!response.ok || !response.body) throw new Error(`Answered ${response.status}`)
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = /^event: ?(.+)$/m.exec(block)?.[1]
      const id = /^id: ?(\d+)$/m.exec(block)?.[1]
      if (event !== undefined) yield { event, id: id === undefined ? undefined : Number(id) }
    }
  }
}
