import { EditorOnly } from '../../api/editor-only.tsx'
import { useMutation } from '@tanstack/react-query'
import { Ban, RotateCw } from 'lucide-react'
import type { Job } from '../../../domain/job/job.ts'
import { exportRoutes } from '../../../domain/api/routes/exports.ts'
import { client } from '../../api/client.ts'
import { cancelJobs, retryJobs } from '../../jobs/bulk-operations.ts'
import { type BulkResult, canCancel, canRetry } from '../../jobs/job-operations.ts'
import type { Selection } from './use-selection.ts'
import { jobText } from '../../i18n/job-text.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { DeleteJobs } from '../../jobs/delete-jobs.tsx'
import { ReadAgain } from '../../jobs/read-again.tsx'
import { ExportButtons } from '../../jobs/export-buttons.tsx'
import { ErrorText } from '../../ui/error-text.tsx'

/** Actions on the selected jobs. */
export function BulkBar({
  jobs,
  selection,
  total,
}: {
  jobs: readonly Job[]
  selection: Selection
  /** Number of jobs that match the filter, if known. */
  total: number | undefined
}) {
  const selected = jobs.filter(({ id }) => selection.ids.has(id))
  const bulk = useBulk()
  if (selected.length === 0) return null
  const [failure] = bulk.data?.failures ?? []
  return (
    <section
      aria-label={jobText().queue.selected(selected.length)}
      className="sticky bottom-0 z-10 -mx-3 flex flex-wrap items-center gap-2 border-t border-line bg-paper px-3 py-3 sm:-mx-6 sm:px-6"
    >
      <SelectionControls count={selected.length} selection={selection} total={total} />
      <span className="flex flex-wrap items-center gap-2 sm:ml-auto">
        <ExportButtons
          isMenu
          jobs={selected}
          download={(request) =>
            client.call(exportRoutes.exportJobs, {
              body: { ...request, ids: selected.map(({ id }) => id) },
            })
          }
        />
        <EditorOnly>
          <StateButtons jobs={selected} bulk={bulk} />
          <ReadAgain jobs={selected} />
          <DeleteJobs jobs={selected} onDeleted={selection.clear} />
        </EditorOnly>
      </span>
      {failure && (
        <p role="alert" className="basis-full text-sm text-fail">
          <ErrorText error={failure} />
        </p>
      )}
    </section>
  )
}

function useBulk() {
  return useMutation({
    mutationFn: (run: () => Promise<BulkResult>) => run(),
  })
}

/** Retries or cancels the selected jobs whose status allows it. */
function StateButtons({ jobs, bulk }: { jobs: readonly Job[]; bulk: ReturnType<typeof useBulk> }) {
  const { retry, cancel } = jobText().job
  const actions = [
    { icon: RotateCw, text: retry, matching: jobs.filter(canRetry), change: retryJobs },
    { icon: Ban, text: cancel, matching: jobs.filter(canCancel), change: cancelJobs },
  ]
  return actions.map(
    ({ icon, text, matching, change }) =>
      matching.length > 0 && (
        <ActionButton
          key={text}
          icon={icon}
          isPending={bulk.isPending}
          onClick={() => bulk.mutate(() => change(matching))}
        >
          {text}
        </ActionButton>
      ),
  )
}

function SelectionControls({
  count,
  selection,
  total,
}: {
  count: number
  selection: Selection
  total: number | undefined
}) {
  return (
    <>
      <output className="mr-1 font-medium sm:mr-2">{jobText().queue.selected(count)}</output>
      {count !== total && (
        <button
          type="button"
          className={buttonClass.quiet}
          disabled={selection.isLoading}
          onClick={selection.selectAll}
        >
          {selection.isLoading ? jobText().queue.loadingMore : jobText().queue.selectAll(total)}
        </button>
      )}
      <button type="button" className={buttonClass.quiet} onClick={selection.clear}>
        {jobText().queue.clearSelection}
      </button>
    </>
  )
}
