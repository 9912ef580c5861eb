import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Job } from '../../../domain/job/job.ts'
import { formatBytes, formatMoment, formatSeconds } from '../../i18n/format.ts'
import { jobPageText } from '../../i18n/job-page-text.ts'
import { jobText } from '../../i18n/job-text.ts'
import { uiText } from '../../i18n/ui-text.ts'

export function JobFacts({ job }: { job: Job }) {
  const jobPage = jobPageText()
  const { bytes, processing_time, deduped_from, source_url, client_reference } = job
  const params = Object.entries(job.params)
  return (
    <dl className="divide-y divide-line rounded-xl border border-line bg-surface px-4">
      <Fact label={jobPage.added}>{formatMoment(job.created_at)}</Fact>
      {bytes !== null && <Fact label={jobPage.bytes}>{formatBytes(bytes)}</Fact>}
      <Fact label={jobPage.source}>{source_url ?? jobPage.sourceFile}</Fact>
      {client_reference !== null && <Fact label={jobPage.reference}>{client_reference}</Fact>}
      <Fact label={jobPage.mapping}>
        <code>{job.mapping}</code>
      </Fact>
      {job.read_by !== null && (
        <Fact label={jobPage.mappingUsed}>
          <code>{job.read_by}</code>
        </Fact>
      )}
      {params.map(([name, value]) => (
        <Fact key={name} label={uiText.params[name] ?? name}>
          {value}
        </Fact>
      ))}
      {processing_time !== null && (
        <Fact label={jobPage.duration}>{formatSeconds(processing_time)}</Fact>
      )}
      {deduped_from !== null && (
        <Fact label={jobText().job.reused}>
          <Link to="/jobs/$id" params={{ id: deduped_from }} className="text-accent underline">
            {jobPage.original}
          </Link>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
