import { ArrowLeft, ArrowRight, Merge, Scissors } from 'lucide-react'
import { useRef } from 'react'
import { formatPageRange, type PageRange } from '../../../../domain/values/page-range.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { OpenPage } from '../pdf/pdf.ts'
import { useIsNearViewport, useRenderedPage } from '../pdf/use-rendered-page.ts'
import { addStart, moveStart, type PageStarts, removeStart } from './page-starts.ts'

interface InvoicePagesProps {
  pages: readonly OpenPage[]
  range: PageRange
  /** Index of the invoice, from 0. */
  index: number
  starts: PageStarts
  /** Called with the new page starts, and the text to announce to screen readers. */
  onChange: (starts: PageStarts, announcement: string) => void
}

/**
 * Shows the pages of one invoice. Buttons move its first page, merge it with the previous invoice, or start another
 * one.
 */
export function InvoicePages({ pages, range, index, starts, onChange }: InvoicePagesProps) {
  const { splitPdf } = reviewText()
  const [first, last] = range
  const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const begin = (page: number) => {
    const next = addStart(starts, page)
    onChange(next, splitPdf.begins(next.indexOf(page) + 1, page))
  }
  return (
    <li className="rounded-xl border border-line bg-surface p-3">
      <div className="flex min-h-9 flex-wrap items-center gap-x-2">
        <h3 className="font-semibold">{splitPdf.group(index + 1)}</h3>
        <span className="text-sm text-ink-soft">{splitPdf.pages(formatPageRange(range))}</span>
        {index > 0 && <BoundaryButtons {...{ pages, range, index, starts, onChange }} />}
      </div>
      <ul className="flex flex-wrap gap-3 pt-2">
        {numbers.map((number) => (
          <li key={number} className="flex w-28 flex-col items-center sm:w-36">
            <Thumbnail page={pages[number - 1] ?? null} name={splitPdf.page(number)} />
            <span className="flex h-9 items-center text-sm text-ink-soft">
              {splitPdf.page(number)}
              {number > first && (
                <IconButton
                  icon={Scissors}
                  label={splitPdf.startHere(number)}
                  onClick={() => begin(number)}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}

function BoundaryButtons({ pages, index, starts, onChange }: InvoicePagesProps) {
  const { splitPdf } = reviewText()
  const earlier = moveStart(starts, index, -1, pages.length)
  const later = moveStart(starts, index, 1, pages.length)
  const move = (next: PageStarts | undefined) => {
    if (next) onChange(next, splitPdf.begins(index + 1, next[index] ?? 1))
  }
  const join = () => onChange(removeStart(starts, index), splitPdf.count(starts.length - 1))
  return (
    <span className="ml-auto flex">
      <IconButton
        icon={ArrowLeft}
        label={splitPdf.earlier(index + 1)}
        disabled={!earlier}
        onClick={() => move(earlier)}
      />
      <IconButton
        icon={ArrowRight}
        label={splitPdf.later(index + 1)}
        disabled={!later}
        onClick={() => move(later)}
      />
      <IconButton icon={Merge} label={splitPdf.join(index + 1)} onClick={join} />
    </span>
  )
}

/** Maximum width of a thumbnail, in CSS pixels. */
const thumbnailWidth = 144

function Thumbnail({ page, name }: { page: OpenPage; name: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const isNear = useIsNearViewport(frame, null)
  const size = page?.getViewport({ scale: 1 }) ?? { width: 595, height: 842 }
  const isBroken = useRenderedPage(paper, isNear ? page : null, thumbnailWidth / size.width)
  return (
    <div
      ref={frame}
      className="paper-page relative w-full border border-line"
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
    >
      <figure ref={paper} aria-label={name} className="size-full" />
      {(isBroken || page === null) && (
        <p className="absolute inset-x-1 top-4 text-center text-sm text-doubt">
          {reviewText().pdf.brokenPage}
        </p>
      )}
    </div>
  )
}
