import { Download } from 'lucide-react'
import type { Job } from '../../domain/job/job.ts'
import { toOutputFilename } from '../../domain/document/filename.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import { client } from '../api/client.ts'
import { formatBytes } from '../i18n/format.ts'
import { jobText } from '../i18n/job-text.ts'
import { buttonClass } from '../ui/button-class.ts'

export function DownloadLinks({ job }: { job: Job }) {
  if (job.outputs.length === 0) return null
  return (
    <>
      {job.outputs.map(({ format, bytes }) => (
        <a
          key={format}
          href={client.url(jobRoutes.downloadJob, {
            params: { id: job.id },
            query: { format },
          })}
          download={toOutputFilename(job.original_filename, format)}
          aria-label={jobText().job.download(format.toUpperCase(), job.original_filename)}
          title={formatBytes(bytes)}
          className={buttonClass.small}
        >
          <Download aria-hidden="true" className="size-4" />
          {format.toUpperCase()}
        </a>
      ))}
    </>
  )
}
