import { AppError } from '../domain/errors/errors.ts'

/** Maximum number of trials across all owners that run or wait for the child process. */
const maxTrials = 4

/** Limits mapping trials, for which people wait, to one per owner and a few in total. Rejects any more with BUSY. */
export interface TrialSlots {
  run<Result>(ownerId: string, work: () => Promise<Result>): Promise<Result>
}

export function createTrialSlots(): TrialSlots {
  const active = new Set<string>()
  return {
    async run(ownerId, work) {
      if (active.has(ownerId) || active.size >= maxTrials) {
        throw new AppError('BUSY', undefined, { retryAfterSeconds: 2 })
      }
      active.add(ownerId)
      try {
        return await work()
      } finally {
        active.delete(ownerId)
      }
    },
  }
}
