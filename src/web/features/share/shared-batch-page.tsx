import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { shareRoutes } from '../../../domain/api/routes/shares.ts'
import type { SharedBatch } from '../../../domain/results/share.ts'
import { client } from '../../api/client.ts'
import { jobText } from '../../i18n/job-text.ts'
import { LinkedPage } from './linked-page.tsx'
import { SharedDocuments } from './shared-documents.tsx'

const SharedMeet = lazy(() => import('./shared-meet.tsx'))

/** Shows a batch to anyone with its link: results and files, but no actions. */
export function SharedBatchPage() {
  const { code } = useParams({ from: '/shared/$code' })
  return (
    <LinkedPage
      queryKey={['shared-batch', code]}
      load={(signal) => client.call(shareRoutes.sharedBatch, { params: { code }, signal })}
      title={() => jobText().shared.title}
    >
      {(shared) => <Shared code={code} shared={shared} />}
    </LinkedPage>
  )
}

function Shared({ code, shared }: { code: string; shared: SharedBatch }) {
  const { documents, options } = shared
  const isMeet = documents.some(
    ({ summary, outputs }) => outputs.length > 0 && summary?.kind === 'heat_sheet',
  )
  const Heading = isMeet ? 'h2' : 'h1'
  return (
    <>
      <p className="pt-6 text-sm text-ink-soft print:hidden">{jobText().shared.lead}</p>
      {isMeet && (
        <Suspense>
          <SharedMeet
            code={code}
            options={options}
            missing={documents.filter(({ outputs }) => outputs.length === 0).length}
          />
        </Suspense>
      )}
      <section className="pt-6 print:hidden">
        <Heading className={`${isMeet ? 'text-lg' : 'text-2xl'} pb-2 font-bold`}>
          {documents.length === 1 ? jobText().batch.one : jobText().batch.heading(documents.length)}
        </Heading>
        <SharedDocuments code={code} documents={documents} />
      </section>
    </>
  )
}
