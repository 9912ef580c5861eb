import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Job } from '../../domain/job/job.ts'
import { deleteJobs } from './bulk-operations.ts'
import { announce } from '../ui/announcements.ts'
import { jobText } from '../i18n/job-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ActionButton, ConfirmButtons } from '../ui/action-button.tsx'

interface DeleteJobsProps {
  jobs: readonly Job[]
  onDeleted: () => void
}

/** Deletes jobs permanently, after confirmation. */
export function DeleteJobs({ jobs, onDeleted }: DeleteJobsProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteJobs(jobs),
    onSuccess({ done, failures }) {
      if (done > 0) announce(jobText().queue.deleted(done))
      if (failures.length > 0) return
      setIsConfirming(false)
      onDeleted()
    },
  })
  const [failure] = remove.data?.failures ?? []
  return (
    <>
      <ActionButton icon={Trash2} onClick={() => setIsConfirming(true)}>
        {jobText().job.delete}
      </ActionButton>
      {isConfirming && (
        <Dialog
          heading={jobText().queue.confirmDelete(jobs.length)}
          onClose={() => setIsConfirming(false)}
        >
          <p>{jobText().queue.confirmText}</p>
          <ConfirmButtons
            mutation={{ ...remove, error: failure }}
            confirm={jobText().queue.confirm}
            cancel={jobText().queue.keep}
            onCancel={() => setIsConfirming(false)}
          />
        </Dialog>
      )}
    </>
  )
}
