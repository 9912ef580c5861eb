import { lazy, Suspense, useEffect, useState } from 'react'
import { toAppError } from '../../../domain/errors/app-error.ts'
import { uploadQueue } from '../../uploads/app-uploads.ts'
import { useLiveJobs } from '../../live/use-live-jobs.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { useOpenResults } from './use-open-results.ts'
import { useCanEdit } from '../../api/me.ts'
import { useStore } from '../../store/store.ts'
import { useMappings } from '../../mapping-choice/mapping-choice.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { uiText } from '../../i18n/ui-text.ts'

// Loaded later, because the first render does not need it.
const loadSentUploads = () => import('./sent-uploads.tsx')
const SentUploads = lazy(loadSentUploads)
/**
 * Loads the draft. Also preloads the view of running uploads, in case the connection drops before the view is needed.
 */
async function loadDraft() {
  const [draft] = await Promise.all([import('./upload-draft.tsx'), loadSentUploads()])
  return draft
}
const Draft = lazy(loadDraft)
const SampleButton = lazy(() => import('../../uploads/sample-button.tsx'))
const ViewerPage = lazy(() => import('./viewer-page.tsx'))
const AddFromWeb = lazy(() => import('./add-from-web.tsx'))

/** The upload page. `loadNextPage` preloads the page that follows an upload, in case the connection drops. */
export function UploadPage({ loadNextPage }: { loadNextPage: () => Promise<unknown> }) {
  usePageTitle(uiText.upload.title)
  const { error, refetch } = useMappings()
  const { items, uploads } = useStore(uploadQueue)
  useOpenResults(uploads)
  const hasItems = items.length > 0
  useEffect(() => {
    if (hasItems)
      void loadDraft()
        .then(loadNextPage)
        .catch(() => undefined)
  }, [hasItems, loadNextPage])
  const [isAdding, setIsAdding] = useState(false)
  const counts = useLiveJobs().data?.counts
  const isBusy = items.length > 0 || uploads.length > 0
  const isFirstVisit = !isBusy && counts && Object.values(counts).every((count) => count === 0)
  if (!useCanEdit())
    return (
      <Suspense>
        <ViewerPage />
      </Suspense>
    )
  return (
    <div className="mx-auto max-w-3xl">
      <div className={isBusy ? 'pt-6' : 'pt-8 sm:pt-16'}>
        <UploadPanel isCompact={isBusy} onWeb={() => setIsAdding(true)} />
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
          {uiText.upload.sampleHint}
          <Suspense>
            <SampleButton />
          </Suspense>
        </div>
      )}
      <Suspense>
        {uploads.length > 0 && <SentUploads uploads={uploads} />}
        {items.length > 0 && <Draft items={items} />}
        {isAdding && <AddFromWeb onClose={() => setIsAdding(false)} />}
      </Suspense>
    </div>
  )
}
