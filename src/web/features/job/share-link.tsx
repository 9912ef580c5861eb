import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, Link2Off } from 'lucide-react'
import { useState } from 'react'
import type { Job } from '../../../domain/job/job.ts'
import { shareRoutes } from '../../../domain/api/routes/shares.ts'
import type { Share } from '../../../domain/results/share.ts'
import { client } from '../../api/client.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { announce } from '../../ui/announcements.ts'
import { jobPageText } from '../../i18n/job-page-text.ts'
import { CopyableLink } from '../../ui/copyable-link.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { NumberSelect } from '../../ui/forms/number-select.tsx'
import { MutationButton } from '../../ui/action-button.tsx'

const dayChoices = [1, 7, 30, 365]
const hoursPerDay = 24

/** Creates, extends and revokes the public link to a result. */
export function ShareLink({ job: { id } }: { job: Job }) {
  const queries = useQueryClient()
  const queryKey = ['share', id]
  const [days, setDays] = useState(7)
  const share = useQuery({ queryKey, queryFn: ({ signal }) => findShare(id, signal) })
  /** Saves the new state. Cancels running queries first, because their older data would overwrite it. */
  async function setShare(next: Share | null): Promise<void> {
    await queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, next)
  }
  const create = useMutation({
    mutationFn: () =>
      client.call(shareRoutes.shareJob, {
        params: { id },
        body: { expires_in_hours: days * hoursPerDay },
      }),
    onSuccess: setShare,
  })
  const revoke = useMutation({
    mutationFn: () => client.call(shareRoutes.unshareJob, { params: { id } }),
    onSuccess: async () => {
      await setShare(null)
      announce(jobPageText().share.revoked)
    },
  })
  const error = create.error ?? revoke.error ?? share.error
  return (
    <PageSection heading={jobPageText().share.heading}>
      <p className="pb-3 text-ink-soft">{jobPageText().share.text}</p>
      {share.data && <ShareDetails share={share.data} />}
      <div className="flex flex-wrap items-center gap-3">
        <MutationButton icon={Link2} look="secondary" mutation={create}>
          {share.data ? jobPageText().share.extend : jobPageText().share.create}
        </MutationButton>
        <label className="flex items-center gap-2 text-sm">
          {jobPageText().share.for}
          <NumberSelect
            value={days}
            choices={dayChoices}
            format={jobPageText().share.days}
            onChange={setDays}
          />
        </label>
        {share.data && (
          <MutationButton icon={Link2Off} look="quiet" mutation={revoke}>
            {jobPageText().share.revoke}
          </MutationButton>
        )}
      </div>
      <ErrorMessage error={error} className="pt-2 text-sm" />
    </PageSection>
  )
}

function ShareDetails({ share: { code, expires_at, views } }: { share: Share }) {
  const url = `${window.location.origin}/result/${code}`
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-surface px-4 py-3">
      <CopyableLink url={url} label={jobPageText().share.copy} />
      <p className="basis-full text-sm text-ink-soft">
        {jobPageText().share.until(formatDayAndTime(expires_at))}
        {` · ${jobPageText().share.views(views)}`}
      </p>
    </div>
  )
}

/** Returns the job's active share, if any. */
async function findShare(id: string, signal: AbortSignal): Promise<Share | null> {
  let cursor: string | undefined
  do {
    const query = { limit: 200, ...(cursor === undefined ? {} : { cursor }) }
    const page = await client.call(shareRoutes.listShares, { query, signal })
    const found = page.shares.find(({ job_id }) => job_id === id)
    if (found) return found
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return null
}
