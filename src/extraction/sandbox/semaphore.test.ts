import { describe, expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

describe('semaphore', () => {
  it('admits callers up to its limit, first come, first served', async () => {
    const turns = createSemaphore(2)
    const served: string[] = []
    const come = (name: string) => turns.acquire().then(() => served.push(name))
    await Promise.all([come('a'), come('b')])
    const others = [come('c'), come('d')]
    await Promise.resolve()
    expect(served).toEqual(['a', 'b'])

    turns.release()
    turns.release()
    await Promise.all(others)
    expect(served).toEqual(['a', 'b', 'c', 'd'])
  })

  it('admits the next caller when a waiting caller aborts', async () => {
    const turns = createSemaphore(1)
    await turns.acquire()
    const impatient = new AbortController()
    const gaveUp = turns.acquire(impatient.signal)
    const next = turns.acquire()
    impatient.abort(new Error('too slow'))
    await expect(gaveUp).rejects.toThrow('too slow')

    turns.release()
    await next
  })

  it('does not admit an already aborted caller', async () => {
    const turns = createSemaphore(1)
    await expect(turns.acquire(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    await turns.acquire()
  })
})
