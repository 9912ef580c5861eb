import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'
import { memoryStore, type CacheStore } from './store.ts'

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

/** A thing that changes, and the bells of those who follow it. */
function changing() {
  const bells = new Set<() => void>()
  return {
    value: 0,
    reads: 0,
    follow: (_: string, ring: () => void) => {
      bells.add(ring)
      return () => bells.delete(ring)
    },
    announce: () => {
      for (const ring of bells) ring()
    },
    load: async function load() {
      this.reads += 1
      const { value } = this
      await nextTick()
      return value
    },
  }
}

async function settled() {
  for (const _ of Array(5)) await nextTick()
}

describe('fresh answers', () => {
  it('are asked for once, and again after a change', async () => {
    const thing = changing()
    const store = memoryStore(() => 0)
    const fresh = createAnswerCache({ store, onChange: thing.follow })
    const read = () => fresh.read('ada', 'jobs', () => thing.load())
    await read()
    await settled()
    thing.reads = 0
    for (const _ of Array(10)) await read()
    expect(thing.reads).toBe(1)
    thing.value = 1
    thing.announce()
    expect(await read()).toBe(1)
    await fresh.close()
  })

  it('are shared by those who ask at the same moment', async () => {
    const thing = changing()
    const fresh = createAnswerCache({ store: memoryStore(), onChange: thing.follow })
    await Promise.all(
      Array.from({ length: 50 }, () => fresh.read('ada', 'jobs', () => thing.load())),
    )
    expect(thing.reads).toBe(1)
    await fresh.close()
  })

  it('are never older than a change that was told, in any order of reads and changes', async () => {
    const steps = fc.array(fc.constantFrom('change', 'read', 'other', 'wait'), {
      minLength: 30,
      maxLength: 60,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (plan, storeFails) => {
        const thing = changing()
        const working = memoryStore()
        let fails = false
        const store: CacheStore = {
          get: async (keys) => (fails ? Promise.reject(new Error('away')) : working.get(keys)),
          set: async (key, value, seconds) => {
            await nextTick()
            if (fails) throw new Error('away')
            await working.set(key, value, seconds)
          },
        }
        // Two processes share the store; each hears of a change by itself.
        const one = createAnswerCache({ store, onChange: thing.follow })
        const two = createAnswerCache({ store, onChange: thing.follow })
        const reads: Promise<void>[] = []
        for (const [nth, step] of plan.entries()) {
          if (storeFails) fails = nth % 3 === 1
          if (step === 'change') {
            thing.value += 1
            thing.announce()
          } else if (step === 'wait') await settled()
          else {
            const told = thing.value
            const process = step === 'read' ? one : two
            const answer = process.read('ada', 'jobs', () => thing.load())
            reads.push(answer.then((value) => expect(value).toBeGreaterThanOrEqual(told)))
          }
        }
        await Promise.all(reads)
        await one.close()
        await two.close()
      }),
    )
  })

  it('are read from the source when the store is away', async () => {
    const thing = changing()
    const away = async () => Promise.reject(new Error('away'))
    const fresh = createAnswerCache({ store: { get: away, set: away }, onChange: thing.follow })
    thing.value = 7
    expect(await fresh.read('ada', 'jobs', () => thing.load())).toBe(7)
    await fresh.close()
  })
})
