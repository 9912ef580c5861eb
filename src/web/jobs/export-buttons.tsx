import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type AppError, toAppError } from '../../domain/errors/app-error.ts'
import { ExportFormat } from '../../domain/results/export.ts'
import type { Job } from '../../domain/job/job.ts'
import { saveFile } from '../browser/save-file.ts'
import { faultText } from '../i18n/message-text.ts'
import { jobText } from '../i18n/job-text.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Menu, menuItemClass } from '../ui/menu.tsx'
import { ErrorText } from '../ui/error-text.tsx'

export interface ExportRequest {
  format: ExportFormat
  skip_incomplete?: boolean
  allow_duplicates?: boolean
  /** IDs of jobs whose warnings the user has confirmed. */
  confirmed?: string[]
}

interface ExportButtonsProps {
  jobs: readonly Job[]
  /** True to show the formats in one menu. */
  isMenu?: boolean
  download: (request: ExportRequest) => Promise<Response>
}

/** Exports several jobs to one file. If some are incomplete or duplicates, shows the reason and offers to continue. */
export function ExportButtons({ jobs, isMenu = false, download }: ExportButtonsProps) {
  const save = useMutation({
    mutationFn: async (request: ExportRequest) =>
      saveFile(await download(request), `docket.${request.format}`),
  })
  const formats = availableFormats(jobs)
  if (formats.length === 0) return null
  const error = save.error && toAppError(save.error)
  const buttons = formats.map((format) => (
    <button
      key={format}
      type="button"
      className={isMenu ? menuItemClass : buttonClass.small}
      disabled={save.isPending}
      onClick={() => save.mutate({ format })}
    >
      <Download aria-hidden="true" className="size-4" />
      {jobText().batch.formats[format]}
    </button>
  ))
  return (
    <>
      {isMenu ? (
        <Menu
          icon={Download}
          text={jobText().batch.downloadSelected}
          label={jobText().batch.downloadSelected}
          isDisabled={save.isPending}
        >
          {buttons}
        </Menu>
      ) : (
        buttons
      )}
      {save.isPending && (
        <output className="text-sm text-ink-soft">{jobText().batch.preparing}</output>
      )}
      {error && save.variables && (
        <ExportFailure
          error={error}
          total={jobs.length}
          request={save.variables}
          onRetry={save.mutate}
        />
      )}
    </>
  )
}

interface ExportFailureProps {
  error: AppError
  total: number
  request: ExportRequest
  onRetry: (request: ExportRequest) => void
}

/** Shows why the export failed, and how to continue. */
function ExportFailure({ error, total, request, onRetry }: ExportFailureProps) {
  const rejected = new Set(error.errors?.map(({ pointer }) => pointer))
  const isIncomplete = error.code === 'INCOMPLETE'
  const confirmable = isIncomplete ? confirmableJobs(error.errors ?? []) : []
  const others = isIncomplete ? total - rejected.size : 0
  return (
    <div
      role="alert"
      className="order-last flex basis-full flex-wrap items-center gap-2 text-sm text-fail"
    >
      <span>
        <ErrorText error={error} />
      </span>
      {error.code === 'INCOMPLETE' && error.errors && <IncompleteJobs errors={error.errors} />}
      {others > 0 && (
        <button
          type="button"
          className={buttonClass.small}
          onClick={() => onRetry({ ...request, skip_incomplete: true })}
        >
          {jobText().batch.exportOthers(others)}
        </button>
      )}
      {confirmable.length > 0 && (
        <button
          type="button"
          className={buttonClass.small}
          onClick={() =>
            onRetry({
              ...request,
              confirmed: confirmable,
              skip_incomplete: confirmable.length < rejected.size,
            })
          }
        >
          {jobText().batch.exportConfirmed(confirmable.length)}
        </button>
      )}
      {error.code === 'SAME_NUMBERS' && (
        <button
          type="button"
          className={buttonClass.small}
          onClick={() => onRetry({ ...request, allow_duplicates: true })}
        >
          {jobText().batch.exportAll}
        </button>
      )}
    </div>
  )
}

function IncompleteJobs({ errors }: { errors: NonNullable<AppError['errors']> }) {
  return (
    <ul className="max-h-40 basis-full list-disc overflow-y-auto pl-5">
      {errors.map((fault) => (
        <li key={fault.pointer}>{faultText(fault)}</li>
      ))}
    </ul>
  )
}

/** Returns the jobs that fail only rules that the user may confirm. */
function confirmableJobs(errors: NonNullable<AppError['errors']>): string[] {
  return errors
    .filter(({ params }) => params?.['can_confirm'] === true)
    .map(({ pointer }) => pointer.replace('/jobs/', ''))
}

/** Returns `zip` and every format that at least one job has. */
function availableFormats(jobs: readonly Job[]): ExportFormat[] {
  const known = new Set<string>(jobs.flatMap(({ outputs }) => outputs.map(({ format }) => format)))
  if (known.size === 0) return []
  for (const { summary } of jobs) {
    if (summary?.kind !== 'invoice') continue
    known.add('xlsx')
    // Offers XML even if rules fail, because the preflight check lists the failed rules.
    if (summary.coretax) known.add('xml')
  }
  return ExportFormat.options.filter((format) => format === 'zip' || known.has(format))
}
