import { describe, expect, it } from 'vitest'
import { createTurns } from './semaphore.ts'

describe('turns', () => {
  it('are given to so many at a time, first come, first served', async () => {
    const turns = createTurns(2)
    const served: string[] = []
    const come = (name: string) => turns.take().then(() => served.push(name))
    await Promise.all([come('a'), come('b')])
    const others = [come('c'), come('d')]
    await Promise.resolve()
    expect(served).toEqual(['a', 'b'])

    turns.give()
    turns.give()
    await Promise.all(others)
    expect(served).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are passed on when someone who waits gives up', async () => {
    const turns = createTurns(1)
    await turns.take()
    const impatient = new AbortController()
    const gaveUp = turns.take(impatient.signal)
    const next = turns.take()
    impatient.abort(new Error('too slow'))
    await expect(gaveUp).rejects.toThrow('too slow')

    turns.give()
    await next
  })

  it('are not given to someone who has given up already', async () => {
    const turns = createTurns(1)
    await expect(turns.take(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    await turns.take()
  })
})
