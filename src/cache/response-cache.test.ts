import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createResponseCache } from './response-cache.ts'
import { memoryStore, type CacheStore } from './store.ts'

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

/** Creates a value that changes, and calls its subscribers when it does. */
function changingValue() {
  const callbacks = new Set<() => void>()
  return {
    value: 0,
    reads: 0,
    subscribe: (_: string, callback: () => void) => {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    announce: () => {
      for (const callback of callbacks) callback()
    },
    load: async function load() {
      this.reads += 1
      const { value } = this
      await nextTick()
      return value
    },
  }
}

async function flushTicks() {
  for (const _ of Array(5)) await nextTick()
}

describe('createResponseCache', () => {
  it('loads a response once, and again after a change', async () => {
    const source = changingValue()
    const store = memoryStore(() => 0)
    const cache = createResponseCache({ store, onChange: source.subscribe })
    const read = () => cache.read('ada', 'jobs', () => source.load())
    await read()
    await flushTicks()
    source.reads = 0
    for (const _ of Array(10)) await read()
    expect(source.reads).toBe(1)
    source.value = 1
    source.announce()
    expect(await read()).toBe(1)
    await cache.close()
  })

  it('loads once for concurrent readers', async () => {
    const source = changingValue()
    const cache = createResponseCache({ store: memoryStore(), onChange: source.subscribe })
    await Promise.all(
      Array.from({ length: 50 }, () => cache.read('ada', 'jobs', () => source.load())),
    )
    expect(source.reads).toBe(1)
    await cache.close()
  })

  it('never serves a response older than an announced change, in any order of reads and changes', async () => {
    const steps = fc.array(fc.constantFrom('change', 'read', 'other', 'wait'), {
      minLength: 30,
      maxLength: 60,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (plan, storeFails) => {
        const source = changingValue()
        const workingStore = memoryStore()
        let fails = false
        const store: CacheStore = {
          get: async (keys) => (fails ? Promise.reject(new Error('away')) : workingStore.get(keys)),
          set: async (key, value, seconds) => {
            await nextTick()
            if (fails) throw new Error('away')
            await workingStore.set(key, value, seconds)
          },
        }
        // Two processes share the store. Each is notified of changes independently.
        const one = createResponseCache({ store, onChange: source.subscribe })
        const two = createResponseCache({ store, onChange: source.subscribe })
        const reads: Promise<void>[] = []
        for (const [nth, step] of plan.entries()) {
          if (storeFails) fails = nth % 3 === 1
          if (step === 'change') {
            source.value += 1
            source.announce()
          } else if (step === 'wait') await flushTicks()
          else {
            const announced = source.value
            const process = step === 'read' ? one : two
            const response = process.read('ada', 'jobs', () => source.load())
            reads.push(response.then((value) => expect(value).toBeGreaterThanOrEqual(announced)))
          }
        }
        await Promise.all(reads)
        await one.close()
        await two.close()
      }),
    )
  })

  it('loads from the source when the store is unavailable', async () => {
    const source = changingValue()
    const rejectAlways = async () => Promise.reject(new Error('away'))
    const cache = createResponseCache({
      store: { get: rejectAlways, set: rejectAlways },
      onChange: source.subscribe,
    })
    source.value = 7
    expect(await cache.read('ada', 'jobs', () => source.load())).toBe(7)
    await cache.close()
  })
})
