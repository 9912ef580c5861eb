import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUpDown, CircleX } from 'lucide-react'
import { useState } from 'react'
import {
  type ActiveJobs,
  adminJobRoutes,
  priorityRange,
} from '../../../domain/api/routes/admin/active-jobs.ts'
import { adminText } from '../../i18n/admin-text.ts'
import { announce } from '../../ui/announcements.ts'
import { ActionButton, MutationButton, SubmitButton } from '../../ui/action-button.tsx'
import { Dialog, focusOnOpen } from '../../ui/dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { callAsAdmin } from './admin-request.ts'
import { readField } from './form-text.ts'

interface ActiveJobActionsProps {
  filter: ActiveJobs
  /** Describes the jobs in the labels of the buttons. */
  subject: string
  /** Current priority of a single job. */
  priority?: number
  /** True for a running job, whose priority no longer matters. */
  isRunning?: boolean
}

/** Cancels jobs or changes their priority. Both actions first count the jobs and ask for confirmation. */
export function ActiveJobActions(props: ActiveJobActionsProps) {
  const { filter, subject, priority = 0, isRunning = false } = props
  const { activeJobs: messages } = adminText()
  const [open, setOpen] = useState<'cancel' | 'priority'>()
  const close = () => setOpen(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      {!isRunning && (
        <ActionButton
          icon={ArrowUpDown}
          label={messages.changePriorityOf(subject)}
          onClick={() => setOpen('priority')}
        >
          {filter.job_id === undefined ? messages.changePriorityOfAll : messages.changePriority}
        </ActionButton>
      )}
      <ActionButton
        icon={CircleX}
        label={messages.cancelOf(subject)}
        onClick={() => setOpen('cancel')}
      >
        {filter.job_id === undefined ? messages.cancelAll : messages.cancel}
      </ActionButton>
      {open === 'cancel' && <CancelDialog filter={filter} onClose={close} />}
      {open === 'priority' && (
        <PriorityDialog filter={filter} priority={priority} onClose={close} />
      )}
    </div>
  )
}

interface ActionDialogProps {
  filter: ActiveJobs
  onClose: () => void
}

function CancelDialog({ filter, onClose }: ActionDialogProps) {
  const { activeJobs: messages } = adminText()
  const cancel = (dry_run: boolean) =>
    callAsAdmin(adminJobRoutes.cancelActiveJobs, { body: { ...filter, dry_run } })
  const counted = useQuery({
    queryKey: ['admin', 'cancel', filter],
    queryFn: () => cancel(true),
    gcTime: 0,
  })
  const done = useDone(onClose)
  const run = useMutation({
    mutationFn: () => cancel(false),
    onSuccess: ({ cancelled }) => done(messages.cancelled(cancelled)),
  })
  return (
    <Dialog heading={messages.cancelHeading} onClose={onClose}>
      <p className="pb-4">{messages.cancelText}</p>
      {counted.data && (
        <MutationButton look="primary" mutation={run}>
          {messages.cancelCount(counted.data.count)}
        </MutationButton>
      )}
      <ErrorMessage error={run.error ?? counted.error} className="pt-3" />
    </Dialog>
  )
}

/** Returns a function that closes the dialog, announces the outcome and reloads the lists. */
function useDone(onClose: () => void) {
  const queries = useQueryClient()
  return async (outcome: string) => {
    onClose()
    announce(outcome)
    await queries.invalidateQueries({ queryKey: ['admin'] })
  }
}

function PriorityDialog({ filter, priority, onClose }: ActionDialogProps & { priority: number }) {
  const { activeJobs: messages } = adminText()
  const done = useDone(onClose)
  const run = useMutation({
    mutationFn: (chosen: number) =>
      callAsAdmin(adminJobRoutes.prioritizeJobs, {
        body: { ...filter, priority: chosen, dry_run: false },
      }),
    onSuccess: ({ changed }) => done(messages.prioritized(changed)),
  })
  return (
    <Dialog heading={messages.changePriority} onClose={onClose}>
      <Form onSubmit={(form) => run.mutate(Number(readField(form, 'priority')))}>
        <p className="pb-3">{messages.priorityText}</p>
        <TextField
          label={messages.priorityLabel(priorityRange.min, priorityRange.max)}
          name="priority"
          ref={focusOnOpen}
          type="number"
          required
          step={1}
          {...priorityRange}
          defaultValue={priority}
        />
        <SubmitButton look="primary" className="mt-4" isDisabled={run.isPending}>
          {messages.save}
        </SubmitButton>
      </Form>
      <ErrorMessage error={run.error} className="pt-3" />
    </Dialog>
  )
}
