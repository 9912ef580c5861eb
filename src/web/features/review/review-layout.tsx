import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Job } from '../../../domain/job/job.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useStore } from '../../store/store.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { isDocumentShown } from './document-shown.ts'
import { DocumentUnavailable } from './pdf/document-unavailable.tsx'
import type { PdfHighlights } from './pdf/pdf-highlights.ts'
import { JobTitle } from '../../jobs/job-title.tsx'

/** Loaded on demand. If PDF.js cannot be loaded offline, the form still works. */
const PdfView = lazy(() =>
  import('./pdf/pdf-view.tsx').catch(() => ({ default: DocumentUnavailable })),
)

interface ReviewLayoutProps {
  job: Job
  highlights: PdfHighlights
  children: ReactNode
}

/** Shows the document beside the form, or above it on phones. The document can be hidden. */
export function ReviewLayout({ job, highlights, children }: ReviewLayoutProps) {
  const isShown = useStore(isDocumentShown)
  const review = reviewText()
  const toggle = () => isDocumentShown.set(!isDocumentShown.get())
  useShortcuts([{ keys: 'd', label: review.keys.document, run: toggle }])
  const Icon = isShown ? PanelLeftClose : PanelLeftOpen
  return (
    <div data-wide="">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2 pt-4 pb-3">
        <JobTitle
          job={job}
          parent={{ to: '/jobs/$id', params: { id: job.id }, children: review.toJob }}
          className="basis-32 text-xl"
        />
        <button
          type="button"
          aria-pressed={isShown}
          title={isShown ? review.pdf.hide : review.pdf.show}
          className={buttonClass.small}
          onClick={toggle}
        >
          <Icon aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{isShown ? review.pdf.hide : review.pdf.show}</span>
        </button>
      </div>
      <div className={isShown ? 'lg:grid lg:grid-cols-2 lg:gap-6' : 'mx-auto max-w-6xl'}>
        {isShown && (
          <div className="sticky top-0 z-20 flex h-[38dvh] flex-col overflow-hidden rounded-xl border border-line bg-surface has-data-broken:h-auto lg:top-2 lg:h-[calc(100dvh-5.5rem)]">
            <Suspense fallback={<p className="p-4 text-ink-soft">{review.pdf.loading}</p>}>
              <PdfView jobId={job.id} {...highlights} />
            </Suspense>
          </div>
        )}
        <div className="min-w-0 pb-8 [&>section]:pt-4">{children}</div>
      </div>
    </div>
  )
}
