import { useMutation } from '@tanstack/react-query'
import { RotateCw, X } from 'lucide-react'
import type { Job } from '../../domain/job/job.ts'
import { cancelJob, canCancel, canRetry, isOtherKind, retryJob } from './job-operations.ts'
import { words } from '../i18n/words.ts'
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
          aria-label={(isOtherKind(job) ? words.job.detectKindLabel : words.job.retryLabel)(name)}
          disabled={retry.isPending}
          className={buttonClass.small}
          onClick={() => retry.mutate(job)}
        >
          <RotateCw aria-hidden="true" className="size-4" />
          {isOtherKind(job) ? words.job.detectKind : words.job.retry}
        </button>
      )}
      {canCancel(job) && (
        <button
          type="button"
          aria-label={words.job.cancelLabel(name)}
          disabled={cancel.isPending}
          className={buttonClass.small}
          onClick={() => cancel.mutate(job)}
        >
          <X aria-hidden="true" className="size-4" />
          {words.job.cancel}
        </button>
      )}
      <ErrorMessage error={error} className="basis-full text-sm" />
    </>
  )
}
