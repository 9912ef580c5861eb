import { readingRoutes } from '../../../domain/api/routes/readings.ts'
import { toAppError } from '../../../domain/errors/app-error.ts'
import type { Job } from '../../../domain/job/job.ts'
import { client } from '../../api/client.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { updateJobs } from '../../live/feed.ts'
import { announce } from '../../ui/announcements.ts'
import { showToast } from '../../ui/toasts.ts'

/** Withdraws the approval of this revision. If that fails, shows the reason and returns false. */
export async function withdrawApproval(
  { id, original_filename }: Job,
  revision: number,
): Promise<boolean> {
  try {
    const headers = { 'if-match': `"${revision}"` }
    updateJobs(await client.call(readingRoutes.unapproveJob, { params: { id }, headers }))
    announce(reviewText().approvalUndone(original_filename))
    return true
  } catch (thrown) {
    const { message } = toAppError(thrown)
    showToast({ text: message })
    announce(message)
    return false
  }
}
