import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { shareRoutes } from '../../../domain/api/routes/shares.ts'
import { toOutputFilename } from '../../../domain/document/filename.ts'
import type { SharedResult } from '../../../domain/results/share.ts'
import { client } from '../../api/client.ts'
import { formatBytes, formatDayAndTime } from '../../i18n/format.ts'
import { jobText } from '../../i18n/job-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { MessagePage } from '../../ui/message-page.tsx'

interface SharedFilesProps {
  code: string
  /** The job; only for links to a batch. */
  jobId?: string
  name: string
  outputs: SharedResult['outputs']
}

/** Links to download a document's outputs. */
export function SharedFiles({ code, jobId, name, outputs }: SharedFilesProps) {
  return outputs.map(({ format, bytes }) => (
    <a
      key={format}
      href={client.url(shareRoutes.downloadShared, {
        params: { code },
        query: { format, job_id: jobId },
      })}
      download={toOutputFilename(name, format)}
      aria-label={jobText().job.download(format.toUpperCase(), name)}
      title={formatBytes(bytes)}
      className={buttonClass.small}
    >
      <Download aria-hidden="true" className="size-4" />
      {format.toUpperCase()}
    </a>
  ))
}

/** Shown for a link that does not exist, has expired or was revoked. */
export function LinkNotFound() {
  return (
    <MessagePage heading={jobText().shared.notLoaded} text={jobText().shared.gone}>
      <Link to="/" className={buttonClass.primary}>
        {jobText().shared.convertOwn}
      </Link>
    </MessagePage>
  )
}

export function LinkFooter({ expiresAt }: { expiresAt: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 pt-8 text-sm text-ink-soft print:hidden">
      {jobText().shared.until(formatDayAndTime(expiresAt))}
      <Link to="/" className={buttonClass.secondary}>
        {jobText().shared.convertOwn}
      </Link>
    </div>
  )
}
