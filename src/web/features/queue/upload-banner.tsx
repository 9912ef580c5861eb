import { EditorOnly } from '../../api/editor-only.tsx'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { uploadRoutes } from '../../../domain/api/routes/uploads.ts'
import type { UploadSummary } from '../../../domain/job/batch.ts'
import { client, queryClient } from '../../api/client.ts'
import { formatPercent } from '../../i18n/format.ts'
import { jobText } from '../../i18n/job-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { uploadKey } from './use-upload.ts'
import { MutationButton } from '../../ui/action-button.tsx'

/** Shows an upload's progress above its jobs. */
export function UploadBanner({ upload }: { upload: UploadSummary }) {
  const { id, total, queued, processing, needs_review, same_invoice } = upload
  const done = total - queued - processing
  const cancel = useMutation({
    mutationFn: () => client.call(uploadRoutes.cancelUpload, { params: { id } }),
    onSuccess: (after) => queryClient.setQueryData(uploadKey(id), after),
  })
  return (
    <section
      aria-label={jobText().queue.uploadHeading(total)}
      className="mb-4 rounded-xl border border-line bg-surface px-4 py-3"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-bold">{jobText().queue.uploadHeading(total)}</h2>
        {needs_review > 0 && (
          <Link
            to="/queue"
            search={{ status: 'review', upload: id }}
            className="text-doubt hover:underline"
          >
            {jobText().queue.uploadReview(needs_review)}
          </Link>
        )}
        {same_invoice > 0 && (
          <Link to="/month" className="text-doubt hover:underline">
            {jobText().queue.uploadSame(same_invoice)}
          </Link>
        )}
        <span className="ml-auto flex flex-wrap justify-end gap-2 max-sm:-mr-3">
          <EditorOnly>
            {done < total && (
              <MutationButton icon={Ban} mutation={cancel}>
                {jobText().queue.cancelUpload}
              </MutationButton>
            )}
          </EditorOnly>
          <Link to="/queue" className={buttonClass.quiet}>
            {jobText().queue.showAll}
          </Link>
        </span>
      </div>
      {done < total && (
        <>
          <div className="flex justify-between gap-3 pb-1 text-sm text-ink-soft">
            <span>{jobText().queue.uploadDone(done, total)}</span>
            <span>{formatPercent(done / total)}</span>
          </div>
          <ProgressBar label={jobText().queue.uploadDone(done, total)} fraction={done / total} />
        </>
      )}
      <ErrorMessage error={cancel.error} className="pt-1 text-sm" />
    </section>
  )
}
