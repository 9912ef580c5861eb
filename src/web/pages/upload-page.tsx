import { lazy, Suspense, useState } from 'react'
import { toAppError } from '../../domain/errors/errors.ts'
import { outbox } from '../app.ts'
import { useLiveJobs } from '../live/use-live-jobs.ts'
import { ErrorText } from '../parts/error-text.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { SampleButton } from '../parts/upload/sample-button.tsx'
import { UploadTag } from '../parts/upload/upload-tag.tsx'
import { useGoingOn } from '../parts/upload/use-going-on.ts'
import { useStore } from '../store.ts'
import { useMappings } from '../uploads/choice.ts'
import { usePageTitle } from '../use-page-title.ts'
import { words } from '../words/words.ts'

// A first look needs none of these.
const loadShipments = () => import('../parts/upload/shipments.tsx')
const Shipments = lazy(loadShipments)
// With it comes what shows the sending, for which the connection may be gone by then.
const Draft = lazy(async () => {
  const [draft] = await Promise.all([import('../parts/upload/draft.tsx'), loadShipments()])
  void loadNextPage().catch(() => undefined)
  return draft
})
/** Where one gets by sending, whatever becomes of the connection or the server meanwhile. */
const loadNextPage = () =>
  Promise.all([import('./batch-page.tsx'), import('../parts/batch/batch-results.tsx')])
const WebAdder = lazy(() => import('../parts/upload/web-adder.tsx'))

export function UploadPage() {
  usePageTitle(words.upload.title)
  const { error, refetch } = useMappings()
  const { items, shipments } = useStore(outbox)
  useGoingOn(shipments)
  const [isAdding, setIsAdding] = useState(false)
  const counts = useLiveJobs().data?.counts
  const isBusy = items.length > 0 || shipments.length > 0
  const isFirstVisit = !isBusy && counts && Object.values(counts).every((count) => count === 0)
  return (
    <div className="mx-auto max-w-3xl">
      <div className={isBusy ? 'pt-6' : 'pt-8 sm:pt-16'}>
        <UploadTag isCompact={isBusy} onWeb={() => setIsAdding(true)} />
      </div>
      {error && (
        <div className="pt-4">
          <FailureNotice
            reason={<ErrorText error={toAppError(error)} />}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {isFirstVisit && (
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 pt-8 text-ink-soft">
          {words.upload.sampleHint}
          <SampleButton />
        </div>
      )}
      <Suspense>
        {shipments.length > 0 && <Shipments shipments={shipments} />}
        {items.length > 0 && <Draft items={items} />}
        {isAdding && <WebAdder onClose={() => setIsAdding(false)} />}
      </Suspense>
    </div>
  )
}
