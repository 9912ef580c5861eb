import { useMutation } from '@tanstack/react-query'
import { RotateCw, X } from 'lucide-react'
import type { Job } from '../../domain/job/job.ts'
import { cancelJob, canCancel, canRetry, isOtherKind, retryJob } from './job-operations.ts'
import { jobText } from '../i18n/job-text.ts'
import { buttonClass } from '../ui/button-class.ts'
import { ErrorMessage } from '../ui/error-message.tsx'

/** Retry and cancel buttons. */
export function JobActions({ job }: { job: Job }) {
  const retry = useMutation({ mutationFn: retryJob })
  const cancel = useMutation({ mutationFn: cancelJob })
  const error = retry.error ?? cancel.error
  const name = job.original_filename
  if (!canRetry(job) && !canCancel(job)) return null
  return (
    <>
      {canRetry(job) && (
        <button
          type="button"
          aria-label={(isOtherKind(job) ? jobText().job.detectKindLabel : jobText().job.retryLabel)(
            name,
          )}
          disabled={retry.isPending}
          className={buttonClass.small}
          onClick={() => retry.mutate(job)}
        >
          <RotateCw aria-hidden="true" className="size-4" />
          {isOtherKind(job) ? jobText().job.detectKind : jobText().job.retry}
        </button>
      )}
      {canCancel(job) && (
        <button
          type="button"
          aria-label={jobText().job.cancelLabel(name)}
          disabled={cancel.isPending}
          className={buttonClass.small}
          onClick={() => cancel.mutate(job)}
        >
          <X aria-hidden="true" className="size-4" />
          {jobText().job.cancel}
        </button>
      )}
      <ErrorMessage error={error} className="basis-full text-sm" />
    </>
  )
}
