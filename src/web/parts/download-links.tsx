import { Download } from 'lucide-react'
import type { Job } from '../../domain/job.ts'
import { outputFilename } from '../../domain/filename.ts'
import { client } from '../app.ts'
import { formatBytes } from '../figures.ts'
import { words } from '../words.ts'
import { buttonClass } from './button.ts'

export function DownloadLinks({ job }: { job: Job }) {
  if (job.outputs.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {job.outputs.map(({ format, bytes }) => (
        <a
          key={format}
          href={client.downloadUrl(job.id, format)}
          download={outputFilename(job.original_filename, format)}
          aria-label={words.job.download(format.toUpperCase(), job.original_filename)}
          title={formatBytes(bytes)}
          className={buttonClass.small}
        >
          <Download aria-hidden="true" className="size-4" />
          {format.toUpperCase()}
        </a>
      ))}
    </div>
  )
}
