import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { Job } from '../../domain/job/job.ts'
import { jobText } from '../i18n/job-text.ts'
import { buttonClass } from '../ui/button-class.ts'
import { menuItemClass } from '../ui/menu.tsx'

const styles = { button: buttonClass.small, menu: menuItemClass }

/** Replaces the link to the Coretax XML while the file is withheld, and links to the review. */
export function WithheldXml({ job, style }: { job: Job; style: keyof typeof styles }) {
  const { id, summary, original_filename: name } = job
  if (summary?.kind !== 'invoice' || !summary.coretax || summary.coretax === 'ready') return null
  const { text, hint, label } = jobText().withheld
  return (
    <Link
      to="/review/$id"
      params={{ id }}
      title={hint[summary.coretax]}
      aria-label={label(text[summary.coretax], name)}
      className={styles[style]}
    >
      <Lock aria-hidden="true" className="size-4" />
      {text[summary.coretax]}
    </Link>
  )
}
