import { EditorOnly } from '../../api/editor-only.tsx'
import { Link } from '@tanstack/react-router'
import { FilePlus2 } from 'lucide-react'
import type { JobsView } from './job-filter.ts'
import { jobText } from '../../i18n/job-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import SampleButton from '../../uploads/sample-button.tsx'

const frameClass =
  'flex flex-wrap items-center justify-center gap-3 rounded-xl border border-dashed border-edge px-6 py-14 text-center'

export function EmptyState({ view }: { view: JobsView }) {
  const { filter, q, seller, period, reason } = view
  const isFiltered = (seller ?? period ?? reason) !== undefined
  if (filter !== 'all' || q !== '' || isFiltered) {
    return (
      <div className={frameClass}>
        <p className="basis-full text-ink-soft">
          {q !== ''
            ? jobText().queue.emptySearch(q)
            : filter === 'all'
              ? jobText().queue.emptyInvoices
              : jobText().queue.emptyFilter[filter]}
        </p>
        <Link to="/queue" className={buttonClass.secondary}>
          {jobText().queue.showAll}
        </Link>
      </div>
    )
  }
  return (
    <div className={frameClass}>
      <div className="basis-full pb-3">
        <h2 className="text-xl font-bold">{jobText().queue.emptyHeading}</h2>
        <p className="pt-1 text-ink-soft">{jobText().queue.emptyText}</p>
      </div>
      <EditorOnly>
        <Link to="/" className={buttonClass.primary}>
          <FilePlus2 aria-hidden="true" className="size-5" />
          {jobText().queue.uploadFirst}
        </Link>
        <SampleButton />
      </EditorOnly>
    </div>
  )
}
