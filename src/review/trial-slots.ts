import { AppError } from '../domain/errors/app-error.ts'

/** Maximum number of trials across all owners that run or wait for the child process. */
const maxTrials = 4

/**
 * Limits mapping trials, for which people wait, to one per owner and a few in total. Rejects further trials with BUSY.
 * A trial counts towards the total only while it runs, because a slow upload could otherwise block everyone's trials.
 */
export interface TrialSlots {
  /** Holds the owner's slot while the form is received and the mapping is tried. */
  forOwner<Result>(ownerId: string, work: () => Promise<Result>): Promise<Result>
  /** Takes one of the slots that all owners share. */
  forTrial<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createTrialSlots(): TrialSlots {
  const owners = new Set<string>()
  let running = 0
  return {
    async forOwner(ownerId, work) {
      if (owners.has(ownerId)) throw createBusyError()
      owners.add(ownerId)
      try {
        return await work()
      } finally {
        owners.delete(ownerId)
      }
    },
    async forTrial(work) {
      if (running >= maxTrials) throw createBusyError()
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
      }
    },
  }
}

function createBusyError(): AppError {
  return new AppError('BUSY', undefined, { retryAfterSeconds: 2 })
}
