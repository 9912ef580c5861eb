import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Job } from '../../domain/job/job.ts'
import { deleteJobs } from './bulk-operations.ts'
import { announce } from '../ui/announcements.ts'
import { jobWords } from '../i18n/job-words.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorText } from '../ui/error-text.tsx'

interface DeleteJobsProps {
  jobs: readonly Job[]
  onDeleted: () => void
}

/** Deletes permanently, after confirmation. */
export function DeleteJobs({ jobs, onDeleted }: DeleteJobsProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteJobs(jobs),
    onSuccess({ done, failures }) {
      if (done > 0) announce(jobWords().queue.deleted(done))
      if (failures.length > 0) return
      setIsConfirming(false)
      onDeleted()
    },
  })
  const [failure] = remove.data?.failures ?? []
  return (
    <>
      <button type="button" className={buttonClass.small} onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        {jobWords().job.delete}
      </button>
      {isConfirming && (
        <Dialog
          heading={jobWords().queue.confirmDelete(jobs.length)}
          onClose={() => setIsConfirming(false)}
        >
          <p>{jobWords().queue.confirmText}</p>
          {failure && (
            <p role="alert" className="pt-2 text-fail">
              <ErrorText error={failure} />
            </p>
          )}
          <div className="flex flex-wrap gap-3 pt-5">
            <button
              type="button"
              className={buttonClass.primary}
              disabled={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {jobWords().queue.confirm}
            </button>
            <button
              type="button"
              className={buttonClass.secondary}
              onClick={() => setIsConfirming(false)}
            >
              {jobWords().queue.keep}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
