import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { shareRoutes } from '../../../domain/api/routes/shares.ts'
import type { SharedResult } from '../../../domain/results/share.ts'
import { client } from '../../api/client.ts'
import { jobText } from '../../i18n/job-text.ts'
import { LinkedPage } from './linked-page.tsx'
import { Reasons } from './shared-documents.tsx'
import { SharedFiles } from './shared-files.tsx'

const SharedReading = lazy(() => import('./shared-reading.tsx'))

/** Shows a shared result to anyone with its link. */
export function SharedPage() {
  const { code } = useParams({ from: '/result/$code' })
  return (
    <LinkedPage
      queryKey={['shared', code]}
      load={(signal) => client.call(shareRoutes.sharedResult, { params: { code }, signal })}
      title={(shared) => shared?.original_filename ?? jobText().shared.title}
    >
      {(shared) => <Shared code={code} shared={shared} />}
    </LinkedPage>
  )
}

function Shared({ code, shared }: { code: string; shared: SharedResult }) {
  const { original_filename: name, outputs, needs_review, review_reasons } = shared
  return (
    <>
      <p className="pt-6 text-ink-soft">{jobText().shared.lead}</p>
      <h1 className="pt-1 text-2xl font-bold wrap-anywhere">
        <bdi>{name}</bdi>
      </h1>
      {needs_review && <Reasons reasons={review_reasons} />}
      <div className="flex flex-wrap gap-2 pt-4">
        <SharedFiles code={code} name={name} outputs={outputs} />
      </div>
      <div className="pt-6">
        <Suspense>
          <SharedReading code={code} outputs={outputs} />
        </Suspense>
      </div>
    </>
  )
}
