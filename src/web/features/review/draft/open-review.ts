import type { ReadingAnswer } from '../../../../domain/api/routes/readings.ts'
import { readingRoutes } from '../../../../domain/api/routes/readings.ts'
import { client } from '../../../api/client.ts'
import { createReview, type Review } from './create-review.ts'
import { keepWork, keptWork } from './unsaved-changes.ts'

/** The review of a job, with what its last visit has left on this device. */
export function openReview(
  id: string,
  answer: ReadingAnswer,
  onKept: (isKept: boolean) => void,
): Review {
  const params = { id }
  const match = (revision: number) => ({ 'if-match': `"${revision}"` })
  return createReview(answer, keptWork(id), {
    load: () => client.call(readingRoutes.getReading, { params }),
    save: (revision, changes) =>
      client.call(readingRoutes.correctReading, {
        params,
        headers: match(revision),
        body: { changes },
      }),
    approve: (revision) =>
      client.call(readingRoutes.approveJob, { params, headers: match(revision) }),
    keep: (work) => onKept(keepWork(id, work)),
  })
}
