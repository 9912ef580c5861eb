import { expect, it } from 'vitest'
import type { Database } from '../db/db.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createCompletions } from './completions.ts'
import { createClaimLoop } from './claim-loop.ts'

/** Creates a loop over a database with this `query`. */
function createLoop(query: (text: string, values: unknown[]) => Promise<unknown[]>, change = {}) {
  return createClaimLoop({
    db: { query } as Partial<Database> as Database,
    workerId: 'worker',
    concurrency: 1,
    leaseSeconds: 30,
    completions: createCompletions(() => undefined),
    onClaim: () => undefined,
    onEnd: () => undefined,
    onError: () => undefined,
    ...change,
  })
}

/** Returns the values passed to `onEnd`, one per round trip, for a database that fails or responds as listed. */
async function reportsFor(...responses: ('fails' | 'nothing')[]): Promise<boolean[]> {
  let response: (typeof responses)[number] | undefined
  const query = async () => {
    if (response === 'fails') throw new AppError('UNAVAILABLE')
    return []
  }
  let onEnd: (mayBeMore: boolean) => void = () => undefined
  const loop = createLoop(query, { onEnd: (mayBeMore: boolean) => onEnd(mayBeMore) })
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

/** Returns the jobs claimed and completed by each round trip that starts with 1,000 slots and this many completions. */
async function roundTripsFor(completed: number): Promise<number[][]> {
  const roundTrips: number[][] = []
  const query = async (_text: string, [, , limit, done]: unknown[]) => {
    roundTrips.push([Number(limit), (JSON.parse(String(done)) as unknown[]).length])
    return []
  }
  const completions = createCompletions(() => undefined)
  for (let n = 0; n < completed; n++) {
    const lease = { id: String(n), epoch: 1 }
    const held = { lease, reason: undefined, controller: undefined }
    void completions.add({ ...lease, result_key: 'r' }, held)
  }
  await new Promise<void>((onEnd) => {
    createLoop(query, { completions, concurrency: 1000, onEnd }).start(1000 - completed)
  })
  return roundTrips
}

it('completes few jobs in the statement that claims others, and many beside it', async () => {
  expect(await roundTripsFor(49)).toEqual([[500, 49]])
  expect(await roundTripsFor(50)).toEqual([
    [0, 50],
    [500, 0],
  ])
})
