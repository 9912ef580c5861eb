import type { Job } from '../../../domain/job/job.ts'
import type { MeetChoice } from '../../readings/meet-choice.ts'

type Reviewable = Pick<Job, 'needs_review' | 'review_reasons'>

/** Reasons that a setting on the meet page answers. */
const answers: Record<string, 'swimmer' | 'start'> = {
  swimmer_ambiguous: 'swimmer',
  swimmer_not_found: 'swimmer',
  no_start_time: 'start',
}

/** Drops the reasons for review that the user has answered on the meet page, by choosing swimmers or a start. */
export function dropAnsweredReasons<One extends Reviewable>(job: One, choice: MeetChoice): One {
  const isOpen = ({ code }: Reviewable['review_reasons'][number]) => {
    const setting = answers[code]
    return setting === undefined || choice[setting] === undefined
  }
  const review_reasons = job.review_reasons.filter(isOpen)
  if (review_reasons.length === job.review_reasons.length) return job
  return { ...job, review_reasons, needs_review: review_reasons.length > 0 }
}
