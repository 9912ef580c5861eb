import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { SubmitButton } from '../../ui/action-button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { readField } from './form-text.ts'

interface JobsPage<Job> {
  jobs: Job[]
  /** Number of matching jobs on all pages. */
  count: number
  next_cursor: string | null
}

interface PageQuery {
  limit: number
  cursor: string | undefined
}

const jobsPerPage = 20

/** Returns a query that loads the jobs that match a filter, page by page. */
export function searchJobs<Page extends { next_cursor: string | null }>(
  name: string,
  filter: object,
  load: (page: PageQuery, signal: AbortSignal) => Promise<Page>,
) {
  return {
    queryKey: ['admin', name, filter],
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) =>
      load({ limit: jobsPerPage, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next_cursor ?? undefined,
  }
}

interface JobFilterFormProps {
  /** Labels of the text fields by name. */
  fields: Readonly<Record<string, string>>
  find: string
  /** Receives the trimmed values of all named fields that are not empty. */
  onFind: (values: Record<string, string>) => void
  /** An additional field before the text fields. */
  first?: ReactNode
  last?: ReactNode
}

export function JobFilterForm({ fields, find, onFind, first, last }: JobFilterFormProps) {
  const submit = (form: HTMLFormElement) => {
    const values = [...new FormData(form).keys()].map((name) => [name, readField(form, name)])
    onFind(Object.fromEntries(values.filter(([, text]) => text !== '')))
  }
  return (
    <Form onSubmit={submit} className="grid items-end gap-3 pb-4 sm:grid-cols-2 lg:grid-cols-5">
      {first}
      {Object.entries(fields).map(([name, label]) => (
        <TextField key={name} label={label} name={name} spellCheck={false} />
      ))}
      {last}
      <SubmitButton icon={Search}>{find}</SubmitButton>
    </Form>
  )
}

interface FoundJobsProps<Job> {
  messages: {
    heading: string
    notLoaded: string
    none: string
    count: (count: number) => string
    more: string
  }
  query: UseInfiniteQueryResult<InfiniteData<JobsPage<Job>>>
  /** Actions on all matching jobs. */
  actions: ReactNode
  renderJob: (job: Job) => ReactNode
}

/** Shows the number of matching jobs, and the jobs page by page. */
export function FoundJobs<Job>({ messages, query, actions, renderJob }: FoundJobsProps<Job>) {
  if (!query.data) {
    return <LoadFailure reason={messages.notLoaded} error={query.error} onRetry={query.refetch} />
  }
  const count = query.data.pages[0]?.count ?? 0
  const jobs = query.data.pages.flatMap((page) => page.jobs)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-2">
        <output>{count === 0 ? messages.none : messages.count(count)}</output>
        {count > 0 && actions}
      </div>
      {jobs.length > 0 && (
        <ul
          aria-label={messages.heading}
          className="divide-y divide-line rounded-xl border border-line bg-surface"
        >
          {jobs.map(renderJob)}
        </ul>
      )}
      <MoreButton query={query} className="mt-3">
        {messages.more}
      </MoreButton>
    </>
  )
}
