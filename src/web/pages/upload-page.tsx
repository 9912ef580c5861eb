import { toAppError } from '../../domain/errors.ts'
import { uploads } from '../app.ts'
import { useLiveJobs } from '../jobs/use-live-jobs.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { SampleButton } from '../parts/sample-button.tsx'
import { UploadList } from '../parts/upload-list.tsx'
import { UploadTag } from '../parts/upload-tag.tsx'
import { useStore } from '../store.ts'
import { useMappings } from '../use-mapping.ts'
import { usePageTitle } from '../use-page-title.ts'
import { words } from '../words.ts'

export function UploadPage() {
  usePageTitle(words.upload.title)
  const { error, refetch } = useMappings()
  const list = useStore(uploads)
  const counts = useLiveJobs().data?.counts
  const isFirstVisit =
    list.length === 0 && counts && Object.values(counts).every((count) => count === 0)
  return (
    <div className="mx-auto max-w-3xl">
      <div className={list.length > 0 ? 'pt-6' : 'pt-8 sm:pt-16'}>
        <UploadTag isCompact={list.length > 0} />
      </div>
      {error && (
        <div className="pt-4">
          <FailureNotice reason={toAppError(error).message} onRetry={() => void refetch()} />
        </div>
      )}
      {isFirstVisit && (
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 pt-8 text-ink-soft">
          {words.upload.sampleHint}
          <SampleButton />
        </div>
      )}
      {list.length > 0 && <UploadList list={list} />}
    </div>
  )
}
