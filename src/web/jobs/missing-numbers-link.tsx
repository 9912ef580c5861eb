import { Link } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import type { Job } from '../../domain/job/job.ts'
import { useCanEdit } from '../api/me.ts'
import { jobText } from '../i18n/job-text.ts'
import { buttonClass } from '../ui/button-class.ts'

/** Code of the review reason for a missing exchange rate. */
export const missingRateCode = 'filing_currency'

/** True if this is the code of a review reason for a missing NPWP. */
export function isMissingNumber(code: string): boolean {
  return code === 'filing_buyer_npwp_missing' || code === 'filing_seller_npwp_missing'
}

/** True if a tax number is missing that the directory could supply. */
function lacksNumber({ review_reasons, approved_at }: Job): boolean {
  return approved_at === null && review_reasons.some(({ code }) => isMissingNumber(code))
}

/** Links to the page on which all missing numbers can be entered by company. */
export function MissingNumbersLink({ jobs }: { jobs: readonly Job[] }) {
  const canEdit = useCanEdit()
  const lacking = jobs.filter(lacksNumber).length
  if (lacking === 0 || !canEdit) return null
  return (
    <Link to="/directory/missing" className={buttonClass.small}>
      <Building2 aria-hidden="true" className="size-4" />
      {jobText().job.addNumbers}
    </Link>
  )
}
