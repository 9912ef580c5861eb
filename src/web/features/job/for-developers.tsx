import type { Job, JobDetail } from '../../../domain/job/job.ts'
import { jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { client } from '../../api/client.ts'
import { jobPageText } from '../../i18n/job-page-text.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'

/** Shows the job as JSON, and curl commands for it. */
export function DeveloperSection({ job, detail }: { job: Job; detail: JobDetail }) {
  const json = JSON.stringify({ ...detail, ...job }, null, 2)
  const curl = curlCommands(job)
  return (
    <div className="space-y-3 pt-8">
      <Panel summary={jobPageText().curl} text={curl} />
      <Panel summary={jobPageText().raw} text={json} />
      <CopyButton label={jobPageText().copyId} text={job.id} />
    </div>
  )
}

function Panel({ summary, text }: { summary: string; text: string }) {
  return (
    <details className="rounded-xl border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-medium">{summary}</summary>
      <div className="border-t border-line p-4">
        <ScrollArea label={summary} className="max-h-96">
          <pre className="font-mono text-xs">{text}</pre>
        </ScrollArea>
        <div className="pt-3">
          <CopyButton label={uiText.copy} text={text} />
        </div>
      </div>
    </details>
  )
}

/** Returns commands that use an API key to fetch the job and its first result. */
function curlCommands({ id, outputs }: Job): string {
  const key = `-H "Authorization: Bearer $DOCKET_API_KEY"`
  const quotedUrl = (path: string) => `"${window.location.origin}${path}"`
  const [first] = outputs
  const detail = `curl ${key} ${quotedUrl(client.url(jobRoutes.getJob, { params: { id } }))}`
  if (!first) return detail
  const query = { format: first.format }
  const download = client.url(jobRoutes.downloadJob, { params: { id }, query })
  return `${detail}\ncurl ${key} -OJ ${quotedUrl(download)}`
}
