import { expect, it } from 'vitest'
import type { Database } from '../db/db.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createCompletions } from './completions.ts'
import { createClaimLoop } from './claim-loop.ts'

/** Returns the values passed to `onEnd`, one per round trip, for a database that fails or responds as listed. */
async function reportsFor(...responses: ('fails' | 'nothing')[]): Promise<boolean[]> {
  let response: (typeof responses)[number] | undefined
  const query = async () => {
    if (response === 'fails') throw new AppError('UNAVAILABLE')
    return []
  }
  let onEnd: (mayBeMore: boolean) => void = () => undefined
  const loop = createClaimLoop({
    db: { query } as Partial<Database> as Database,
    workerId: 'worker',
    concurrency: 1,
    leaseSeconds: 30,
    completions: createCompletions(() => undefined),
    onClaim: () => undefined,
    onEnd: (mayBeMore) => onEnd(mayBeMore),
    onError: () => undefined,
  })
  const reports: boolean[] = []
  for (response of responses) {
    const end = new Promise<boolean>((resolve) => (onEnd = resolve))
    loop.start(1)
    reports.push(await end)
  }
  return reports
}

it('retries a failed round trip once; while errors continue, only the poll retries', async () => {
  const reports = await reportsFor('fails', 'fails', 'fails', 'nothing', 'fails')
  expect(reports).toEqual([true, false, false, false, true])
})
