import { expect, it } from 'vitest'
import type { Database } from '../db/db.ts'
import { AppError } from '../domain/errors/errors.ts'
import { createCompletions } from './completions.ts'
import { createTurns } from './claim-loop.ts'

/** What turns say at their end, one after the other, when the database does what it is told each time. */
async function endsOf(...answers: ('fails' | 'nothing')[]): Promise<boolean[]> {
  let answer: (typeof answers)[number] | undefined
  const query = async () => {
    if (answer === 'fails') throw new AppError('UNAVAILABLE')
    return []
  }
  let onEnd: (mayBeMore: boolean) => void = () => undefined
  const turns = createTurns({
    db: { query } as Partial<Database> as Database,
    workerId: 'worker',
    concurrency: 1,
    leaseSeconds: 30,
    completions: createCompletions(() => undefined),
    onClaim: () => undefined,
    onEnd: (mayBeMore) => onEnd(mayBeMore),
    onError: () => undefined,
  })
  const ends: boolean[] = []
  for (answer of answers) {
    const end = new Promise<boolean>((resolve) => (onEnd = resolve))
    turns.begin(1)
    ends.push(await end)
  }
  return ends
}

it('a turn that failed is followed by another; while that lasts, only the poll looks', async () => {
  const ends = await endsOf('fails', 'fails', 'fails', 'nothing', 'fails')
  expect(ends).toEqual([true, false, false, false, true])
})
