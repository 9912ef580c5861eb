import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Job } from '../../domain/job/job.ts'
import { deleteJobs } from './bulk-operations.ts'
import { announce } from '../ui/announcements.ts'
import { jobWords } from '../i18n/job-words.ts'
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
      if (done > 0) announce(jobWords().queue.deleted(done))
      if (failures.length > 0) return
      setIsConfirming(false)
      onDeleted()
    },
  })
  const [failure] = remove.data?.failures ?? []
  return (
    <>
      <ActionButton icon={Trash2} onClick={() => setIsConfirming(true)}>
        {jobWords().job.delete}
      </ActionButton>
      {isConfirming && (
        <Dialog
          heading={jobWords().queue.confirmDelete(jobs.length)}
          onClose={() => setIsConfirming(false)}
        >
          <p>{jobWords().queue.confirmText}</p>
          <ConfirmButtons
            mutation={{ ...remove, error: failure }}
            confirm={jobWords().queue.confirm}
            cancel={jobWords().queue.keep}
            onCancel={() => setIsConfirming(false)}
          />
        </Dialog>
      )}
    </>
  )
}
