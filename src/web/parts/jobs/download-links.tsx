import { Download } from 'lucide-react'
import type { Job } from '../../../domain/job/job.ts'
import { outputFilename } from '../../../domain/document/filename.ts'
import { jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { client } from '../../app.ts'
import { formatBytes } from '../../figures.ts'
import { words } from '../../words/words.ts'
import { buttonClass } from '../button.ts'

export function DownloadLinks({ job }: { job: Job }) {
  if (job.outputs.length === 0) return null
  return (
    <>
      {job.outputs.map(({ format, bytes }) => (
        <a
          key={format}
          href={client.addressOf(jobRoutes.downloadJob, {
            params: { id: job.id },
            query: { format },
          })}
          download={outputFilename(job.original_filename, format)}
          aria-label={words.job.download(format.toUpperCase(), job.original_filename)}
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
