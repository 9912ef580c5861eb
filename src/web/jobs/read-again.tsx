import { useMutation } from '@tanstack/react-query'
import { FileScan } from 'lucide-react'
import { useState } from 'react'
import { readAgainRoutes, type ReadAgainResponse } from '../../domain/api/routes/read-again.ts'
import type { MappingSummary } from '../../domain/api/routes/service.ts'
import type { Job } from '../../domain/job/job.ts'
import { isActive } from '../../domain/job/job-state.ts'
import { client } from '../api/client.ts'
import { jobText } from '../i18n/job-text.ts'
import { uiText } from '../i18n/ui-text.ts'
import { enteredParams, useMappings } from '../mapping-choice/mapping-choice.ts'
import { collectParams, ParamForm } from '../mapping-choice/param-form.tsx'
import { announce } from '../ui/announcements.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { ActionButton, FormButtons } from '../ui/action-button.tsx'
import { Form } from '../ui/forms/form.tsx'

/** Reads documents again, after confirmation, as the same kind or another. */
export function ReadAgain({ jobs }: { jobs: readonly Job[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const readable = jobs.filter((job) => !isActive(job) && job.status !== 'expired')
  if (readable.length === 0) return null
  return (
    <>
      <ActionButton icon={FileScan} onClick={() => setIsOpen(true)}>
        {jobText().readAgain.open}
      </ActionButton>
      {isOpen && <ReadAgainDialog jobs={readable} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface ReadAgainProps {
  jobs: readonly Job[]
  onClose: () => void
}

function useReadAgain({ jobs, onClose }: ReadAgainProps) {
  return useMutation({
    mutationFn: (options: { mapping: MappingSummary | undefined; include_approved: boolean }) => {
      const { mapping, include_approved } = options
      const target = mapping && {
        mapping: mapping.name,
        params: collectParams(mapping, enteredParams.get()),
      }
      const body = { ids: jobs.map(({ id }) => id), include_approved, ...target }
      return client.call(readAgainRoutes.readJobsAgain, { body })
    },
    onSuccess({ queued_count, skipped }) {
      if (queued_count > 0) announce(jobText().readAgain.started(queued_count))
      if (skipped.length === 0) onClose()
    },
  })
}

function ReadAgainDialog({ jobs, onClose }: ReadAgainProps) {
  const texts = jobText().readAgain
  const [mapping, setMapping] = useState<MappingSummary>()
  const [includesApproved, setIncludesApproved] = useState(false)
  const approved = jobs.filter(({ approved_at }) => approved_at !== null).length
  const read = useReadAgain({ jobs, onClose })
  const isUseless = approved === jobs.length && !includesApproved
  return (
    <Dialog heading={texts.heading(jobs.length)} onClose={onClose}>
      <Form onSubmit={() => read.mutate({ mapping, include_approved: includesApproved })}>
        <p>{texts.text}</p>
        <KindSelect mapping={mapping} onChange={setMapping} />
        {mapping && <ParamForm mapping={mapping} />}
        {approved > 0 && (
          <IncludeApproved
            approved={approved}
            isChecked={includesApproved}
            onChange={setIncludesApproved}
          />
        )}
        {read.data && <Skipped answer={read.data} />}
        <ErrorMessage error={read.error} className="pt-3 text-sm" />
        <FormButtons
          submit={texts.start}
          cancel={texts.cancel}
          isDisabled={read.isPending || isUseless}
          onCancel={onClose}
          className="pt-5"
        />
      </Form>
    </Dialog>
  )
}

interface IncludeApprovedProps {
  approved: number
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

function IncludeApproved({ approved, isChecked, onChange }: IncludeApprovedProps) {
  return (
    <label className="flex items-start gap-2.5 pt-4">
      <Checkbox isChecked={isChecked} onChange={onChange} className="mt-1 size-4 shrink-0" />
      <span>{jobText().readAgain.includeApproved(approved)}</span>
    </label>
  )
}

interface KindSelectProps {
  mapping: MappingSummary | undefined
  onChange: (mapping: MappingSummary | undefined) => void
}

function KindSelect({ mapping, onChange }: KindSelectProps) {
  const { data } = useMappings()
  const mappings = data?.mappings ?? []
  const isOnlyOne = ({ kind }: MappingSummary) =>
    mappings.filter((other) => other.kind === kind).length === 1
  return (
    <label className="block pt-4">
      <span className="mb-1 block text-sm font-medium">{jobText().readAgain.kind}</span>
      <select
        className="field w-full"
        value={mapping?.name ?? ''}
        onChange={({ currentTarget }) =>
          onChange(mappings.find(({ name }) => name === currentTarget.value))
        }
      >
        <option value="">{jobText().readAgain.sameKind}</option>
        {mappings.map((one) => (
          <option key={one.name} value={one.name} lang={isOnlyOne(one) ? undefined : 'en'}>
            {isOnlyOne(one) ? uiText.kinds[one.kind].title : one.title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Shows how many documents could not be read again, by reason. */
function Skipped({ answer: { skipped } }: { answer: ReadAgainResponse }) {
  const count = (skipCode: string) => skipped.filter(({ code }) => code === skipCode).length
  const [approved, missingSources] = [count('APPROVED'), count('SOURCE_GONE')]
  return (
    <output className="block pt-3 text-sm text-doubt">
      {approved > 0 && (
        <span className="block">{jobText().readAgain.skippedApproved(approved)}</span>
      )}
      {missingSources > 0 && (
        <span className="block">{jobText().readAgain.skippedGone(missingSources)}</span>
      )}
    </output>
  )
}
