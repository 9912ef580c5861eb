import { Download } from 'lucide-react'
import type { Job } from '../../domain/job/job.ts'
import { toOutputFilename } from '../../domain/document/filename.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import { client } from '../api/client.ts'
import { formatBytes } from '../i18n/format.ts'
import { jobText } from '../i18n/job-text.ts'
import { Menu, menuItemClass } from '../ui/menu.tsx'
import { WithheldXml } from './withheld-xml.tsx'

/** A menu with all files of a job. */
export function DownloadMenu({ job }: { job: Job }) {
  const { id, outputs, original_filename: name } = job
  if (outputs.length === 0) return null
  return (
    <Menu icon={Download} label={jobText().job.downloads(name)}>
      {outputs.map(({ format, bytes }) => (
        <a
          key={format}
          href={client.url(jobRoutes.downloadJob, { params: { id }, query: { format } })}
          download={toOutputFilename(name, format)}
          aria-label={jobText().job.download(format.toUpperCase(), name)}
          className={menuItemClass}
        >
          <span className="flex-1">{format.toUpperCase()}</span>
          <span className="text-ink-soft">{formatBytes(bytes)}</span>
        </a>
      ))}
      <WithheldXml job={job} style="menu" />
    </Menu>
  )
}
