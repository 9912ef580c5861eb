import type { ReadingResponse } from '../../../../domain/review/change.ts'
import { readingRoutes } from '../../../../domain/api/routes/readings.ts'
import { client } from '../../../api/client.ts'
import { createReview, type Review } from './create-review.ts'
import { storeUnsavedChanges, loadUnsavedChanges } from './unsaved-changes.ts'

/** Opens a review, with the unsaved changes from an earlier visit. */
export function openReview(
  id: string,
  response: ReadingResponse,
  onStored: (isKept: boolean) => void,
): Review {
  const params = { id }
  const ifMatch = (revision: number) => ({ 'if-match': `"${revision}"` })
  return createReview(response, loadUnsavedChanges(id), {
    load: () => client.call(readingRoutes.getReading, { params }),
    save: (revision, changes) =>
      client.call(readingRoutes.correctReading, {
        params,
        headers: ifMatch(revision),
        body: { changes },
      }),
    approve: (revision) =>
      client.call(readingRoutes.approveJob, { params, headers: ifMatch(revision) }),
    store: (unsaved) => onStored(storeUnsavedChanges(id, unsaved)),
  })
}
