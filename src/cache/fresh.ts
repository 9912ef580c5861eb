import { type Meter, noMeter } from '../domain/ports/meter.ts'
import { createGenerations, type Following, generationKey } from './generations.ts'
import type { Store } from './store.ts'

/** Answers about what an owner has, kept for a moment. */
export interface Fresh {
  /**
   * The answer to a question: two seconds old at most, and never older than a change that this process has
   * told anyone of. Those who ask at the same moment share one `load`.
   */
  read<Answer>(owner: string, question: string, load: () => Promise<Answer>): Promise<Answer>
  /** Whatever was answered about this owner counts no longer. Await it before the change is told. */
  changed(owner: string): Promise<void>
  close(): Promise<void>
}

interface Kept {
  generation: string
  answer: unknown
}

const lifeMs = 2_000

interface FreshOptions extends Omit<Following, 'answersLiveMs'> {
  meter?: Meter
}

/**
 * An answer is kept together with the owner's generation, which was read before the answer was; a change gives
 * the owner a new one, and what was kept under another is passed over. So no answer that was begun before a
 * change can be taken for one of after it, in whichever process it was begun.
 */
export function createFresh(options: FreshOptions): Fresh {
  const { store, meter = noMeter } = options
  const generations = createGenerations({ ...options, answersLiveMs: lifeMs })
  const share = createSharing()

  async function find<Answer>(owner: string, question: string, load: () => Promise<Answer>) {
    const { changes, isSettled } = generations.of(owner)
    if (!isSettled) return share(`${owner} ${question} ${changes}`, load)
    const key = `answers:${owner} ${question}`
    const found = await store.get([generationKey(owner), key]).catch(() => undefined)
    if (!found) return load()
    const [generation = '', text] = found
    const kept = text === undefined ? undefined : (JSON.parse(text) as Kept)
    if (kept?.generation === generation) return kept.answer as Answer
    const name = `${key} ${generation} ${changes}`
    return share(name, () => loadAndKeep(store, key, generation, load))
  }

  return {
    async read(owner, question, load) {
      let result = 'hit'
      const answer = await find(owner, question, () => {
        result = 'miss'
        return load()
      })
      meter.count('cache', 1, { cache: 'answers', result })
      return answer
    },
    changed: generations.end,
    async close() {
      generations.close()
    },
  }
}

/** Its life begins before it is asked for: an answer that took long is not kept for longer. */
async function loadAndKeep<Answer>(
  store: Store,
  key: string,
  generation: string,
  load: () => Promise<Answer>,
): Promise<Answer> {
  const begunAt = performance.now()
  const answer = await load()
  const leftMs = lifeMs - (performance.now() - begunAt)
  if (leftMs > 0) {
    const text = JSON.stringify({ generation, answer } satisfies Kept)
    await store.set(key, text, leftMs / 1000).catch(() => undefined)
  }
  return answer
}

function createSharing() {
  const loading = new Map<string, Promise<unknown>>()
  return function share<Answer>(name: string, load: () => Promise<Answer>): Promise<Answer> {
    const underway = loading.get(name) as Promise<Answer> | undefined
    if (underway) return underway
    const begun = load().finally(() => loading.delete(name))
    loading.set(name, begun)
    return begun
  }
}
