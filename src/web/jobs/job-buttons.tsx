import type { Job } from '../../domain/job/job.ts'
import { EditorOnly } from '../api/editor-only.tsx'
import { DownloadLinks } from './download-links.tsx'
import { JobActions } from './job-actions.tsx'
import { WithheldXml } from './withheld-xml.tsx'

/** Shows the downloads and actions that the status of a job allows. */
export function JobButtons({ job }: { job: Job }) {
  return (
    <>
      <DownloadLinks job={job} />
      <WithheldXml job={job} style="button" />
      <EditorOnly>
        <JobActions job={job} />
      </EditorOnly>
    </>
  )
}
