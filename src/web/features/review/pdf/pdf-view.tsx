import { ChevronDown, ChevronUp, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { formatPercent } from '../../../i18n/format.ts'
import { boxesByPage } from './evidence-boxes.ts'
import type { OpenPage } from './pdf.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { usePdf } from './use-pdf.ts'
import { DocumentUnavailable } from './document-unavailable.tsx'
import { PdfPage } from './pdf-page.tsx'
import type { PdfHighlights } from './pdf-highlights.ts'

const pageGap = 12
const minScale = 0.1
const a4 = { width: 595, height: 842 }
const zooms = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4]

/** Shows a PDF with highlighted values. Renders only pages near the viewport. */
export default function PdfView({ jobId, ...highlights }: PdfHighlights & { jobId: string }) {
  const pdf = usePdf(jobId)
  if (pdf === 'broken') return <DocumentUnavailable />
  if (pdf === undefined) {
    return <output className="block p-4 text-ink-soft">{reviewText().pdf.loading}</output>
  }
  return <Pages pages={pdf.pages} {...highlights} />
}

function Pages({ pages, evidence, ...highlights }: PdfHighlights & { pages: readonly OpenPage[] }) {
  const scroller = useRef<HTMLElement>(null)
  const width = useWidth(scroller)
  /** Null fits the page to the width. */
  const [zoom, setZoom] = useState<number | null>(null)
  const sizes = useMemo(() => pages.map(pageSize), [pages])
  const widest = Math.max(...sizes.map((size) => size.width))
  const scale = zoom ?? Math.max(minScale, (width - 2 * pageGap) / widest)
  const tops = useMemo(() => pageOffsets(sizes, scale), [sizes, scale])
  const boxes = useMemo(() => boxesByPage(evidence), [evidence])
  const page = useVisiblePage(scroller, tops)
  useScrollToTarget(scroller, { target: highlights.target, tops, scale })

  function goToPage(by: 1 | -1): void {
    const target = Math.min(Math.max(page + by, 0), pages.length - 1)
    scroller.current?.scrollTo({ top: (tops[target] ?? 0) - pageGap })
  }
  const zoomIn = () => setZoom(zooms.find((one) => one > scale + 0.01) ?? scale)
  const zoomOut = () => setZoom(zooms.findLast((one) => one < scale - 0.01) ?? scale)
  const fitWidth = () => setZoom(null)
  usePdfShortcuts({ goToPage, zoomIn, zoomOut, fitWidth })
  const { pdf } = reviewText()
  return (
    <>
      <div className="flex items-center gap-0.5 border-b border-line px-2 text-sm text-ink-soft">
        <span className="px-1 whitespace-nowrap">{pdf.page(page + 1, pages.length)}</span>
        <IconButton icon={ChevronUp} label={pdf.previousPage} onClick={() => goToPage(-1)} />
        <IconButton icon={ChevronDown} label={pdf.nextPage} onClick={() => goToPage(1)} />
        <span className="ml-auto min-w-12 text-right">
          <span className="max-sm:hidden">{formatPercent(scale)}</span>
        </span>
        <IconButton icon={ZoomOut} label={pdf.zoomOut} onClick={zoomOut} />
        <IconButton icon={ZoomIn} label={pdf.zoomIn} onClick={zoomIn} />
        <IconButton icon={MoveHorizontal} label={pdf.fit} onClick={fitWidth} />
      </div>
      {/* Focusable, so that the keyboard can scroll it. */}
      <section
        ref={scroller}
        aria-label={pdf.label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-auto bg-line/40"
      >
        {sizes.map((size, index) => (
          <PdfPage
            key={index}
            page={pages[index] ?? null}
            number={index + 1}
            name={pdf.page(index + 1, pages.length)}
            size={size}
            scale={scale}
            boxes={boxes.get(index + 1) ?? []}
            {...highlights}
          />
        ))}
      </section>
    </>
  )
}

interface Size {
  width: number
  height: number
}

function pageSize(page: OpenPage): Size {
  return page?.getViewport({ scale: 1 }) ?? a4
}

/** Returns the top of each page within the scrolling element. */
function pageOffsets(sizes: readonly Size[], scale: number): number[] {
  let top = pageGap
  return sizes.map(({ height }) => {
    const at = top
    top += height * scale + pageGap
    return at
  })
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(element.current?.clientWidth ?? 0))
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** Returns the index of the page in view. */
function useVisiblePage(scroller: RefObject<HTMLElement | null>, tops: readonly number[]): number {
  const [page, setPage] = useState(0)
  useEffect(() => {
    const element = scroller.current
    function update(): void {
      const middle = (element?.scrollTop ?? 0) + (element?.clientHeight ?? 0) / 3
      setPage(
        Math.max(
          0,
          tops.findLastIndex((top) => top <= middle),
        ),
      )
    }
    update()
    element?.addEventListener('scroll', update, { passive: true })
    return () => element?.removeEventListener('scroll', update)
  }, [scroller, tops])
  return page
}

interface ScrollTarget {
  target: PdfHighlights['target']
  tops: readonly number[]
  scale: number
}

/** Scrolls to the highlighted position when it changes. */
function useScrollToTarget(scroller: RefObject<HTMLElement | null>, next: ScrollTarget): void {
  const latest = useRef(next)
  useEffect(() => {
    latest.current = next
  })
  const key = next.target && `${next.target.page} ${next.target.box.join(' ')}`
  const isLaidOut = next.scale > minScale
  useEffect(() => {
    const element = scroller.current
    const { target, tops, scale } = latest.current
    if (!element || !target || !isLaidOut) return
    const [left, top] = target.box
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollTo({
      top: (tops[target.page - 1] ?? 0) + top * scale - element.clientHeight / 3,
      left: left * scale - element.clientWidth / 3,
      behavior: prefersReducedMotion ? 'auto' : 'smooth',
    })
  }, [scroller, key, isLaidOut])
}

interface PdfActions {
  goToPage: (by: 1 | -1) => void
  zoomIn: () => void
  zoomOut: () => void
  fitWidth: () => void
}

function usePdfShortcuts({ goToPage, zoomIn, zoomOut, fitWidth }: PdfActions): void {
  const { keys } = reviewText()
  useShortcuts([
    { keys: ']', label: keys.page, run: () => goToPage(1) },
    { keys: '[', label: keys.previousPage, run: () => goToPage(-1) },
    { keys: '+', label: keys.zoomIn, run: zoomIn },
    { keys: '-', label: keys.zoomOut, run: zoomOut },
    { keys: '0', label: keys.fit, run: fitWidth },
  ])
}
