import { ChevronDown, ChevronUp, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { jobRoutes } from '../../../../domain/api/routes/jobs.ts'
import { client } from '../../../api/client.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { formatPercent } from '../../../i18n/format.ts'
import { boxesByPage, placeOf } from './evidence-boxes.ts'
import { openPdf, type OpenPage, type OpenPdf } from './pdf.ts'
import { reviewWords } from '../../../i18n/review-words.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { BrokenDocument } from './broken-document.tsx'
import { PdfPage } from './pdf-page.tsx'
import type { PdfPlaces } from './pdf-highlights.ts'

const gap = 12
const smallest = 0.1
const a4 = { width: 595, height: 842 }
const zooms = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4]

/** The document itself, with the place of each value; only pages near the view are drawn. */
export default function PdfView({ jobId, ...places }: PdfPlaces & { jobId: string }) {
  const opened = usePdf(jobId)
  if (opened === 'broken') return <BrokenDocument />
  if (opened === undefined) {
    return <output className="block p-4 text-ink-soft">{reviewWords().pdf.loading}</output>
  }
  return <Pages pages={opened.pages} {...places} />
}

function usePdf(jobId: string): OpenPdf | 'broken' | undefined {
  const [opened, setOpened] = useState<OpenPdf | 'broken'>()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let close: (() => void) | undefined
    async function open(): Promise<void> {
      const query = { inline: true }
      const response = await client.call(jobRoutes.jobSource, {
        params: { id: jobId },
        query,
        signal,
      })
      const pdf = await openPdf(await response.arrayBuffer())
      close = pdf.close
      if (signal.aborted) close()
      else setOpened(pdf)
    }
    open().catch(() => !signal.aborted && setOpened('broken'))
    return () => {
      leaving.abort()
      close?.()
      setOpened(undefined)
    }
  }, [jobId])
  return opened
}

function Pages({ pages, ...places }: PdfPlaces & { pages: readonly OpenPage[] }) {
  const scroller = useRef<HTMLElement>(null)
  const { evidence, current } = places
  const width = useWidth(scroller)
  /** Null fits the width. */
  const [zoom, setZoom] = useState<number | null>(null)
  const sizes = useMemo(() => pages.map(sizeOf), [pages])
  const widest = Math.max(...sizes.map((size) => size.width))
  const scale = zoom ?? Math.max(smallest, (width - 2 * gap) / widest)
  const tops = useMemo(() => topsOf(sizes, scale), [sizes, scale])
  const boxes = useMemo(() => boxesByPage(evidence), [evidence])
  const page = useTopPage(scroller, tops)
  useShowCurrent(scroller, { evidence, current, tops, scale })

  function go(by: 1 | -1): void {
    const to = Math.min(Math.max(page + by, 0), pages.length - 1)
    scroller.current?.scrollTo({ top: (tops[to] ?? 0) - gap })
  }
  const larger = () => setZoom(zooms.find((one) => one > scale + 0.01) ?? scale)
  const smaller = () => setZoom(zooms.findLast((one) => one < scale - 0.01) ?? scale)
  const fit = () => setZoom(null)
  usePdfShortcuts({ go, larger, smaller, fit })
  const { pdf } = reviewWords()
  return (
    <>
      <div className="flex items-center gap-0.5 border-b border-line px-2 text-sm text-ink-soft">
        <span className="px-1 whitespace-nowrap">{pdf.page(page + 1, pages.length)}</span>
        <IconButton icon={ChevronUp} label={pdf.pageBefore} onClick={() => go(-1)} />
        <IconButton icon={ChevronDown} label={pdf.nextPage} onClick={() => go(1)} />
        <span className="ml-auto min-w-12 text-right">
          <span className="max-sm:hidden">{formatPercent(scale)}</span>
        </span>
        <IconButton icon={ZoomOut} label={pdf.smaller} onClick={smaller} />
        <IconButton icon={ZoomIn} label={pdf.larger} onClick={larger} />
        <IconButton icon={MoveHorizontal} label={pdf.fit} onClick={fit} />
      </div>
      {/* The keyboard must be able to scroll it. */}
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
            name={pdf.page(index + 1, pages.length)}
            size={size}
            scale={scale}
            boxes={boxes.get(index + 1) ?? []}
            {...places}
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

function sizeOf(page: OpenPage): Size {
  return page?.getViewport({ scale: 1 }) ?? a4
}

/** Where each page begins within the view. */
function topsOf(sizes: readonly Size[], scale: number): number[] {
  let top = gap
  return sizes.map(({ height }) => {
    const at = top
    top += height * scale + gap
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

/** The page at the top of the view, by its place. */
function useTopPage(scroller: RefObject<HTMLElement | null>, tops: readonly number[]): number {
  const [page, setPage] = useState(0)
  useEffect(() => {
    const element = scroller.current
    function look(): void {
      const middle = (element?.scrollTop ?? 0) + (element?.clientHeight ?? 0) / 3
      setPage(
        Math.max(
          0,
          tops.findLastIndex((top) => top <= middle),
        ),
      )
    }
    look()
    element?.addEventListener('scroll', look, { passive: true })
    return () => element?.removeEventListener('scroll', look)
  }, [scroller, tops])
  return page
}

interface Shown extends Pick<PdfPlaces, 'evidence' | 'current'> {
  tops: readonly number[]
  scale: number
}

/** Brings the value that the person is at into sight. */
function useShowCurrent(scroller: RefObject<HTMLElement | null>, shown: Shown): void {
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })
  const { current } = shown
  const isLaidOut = shown.scale > smallest
  useEffect(() => {
    const element = scroller.current
    const { evidence, tops, scale } = latest.current
    const place = placeOf(evidence, current)
    if (!element || !place || !isLaidOut) return
    const [left, top] = place.box
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollTo({
      top: (tops[place.page - 1] ?? 0) + top * scale - element.clientHeight / 3,
      left: left * scale - element.clientWidth / 3,
      behavior: isCalm ? 'auto' : 'smooth',
    })
  }, [scroller, current, isLaidOut])
}

interface PdfActions {
  go: (by: 1 | -1) => void
  larger: () => void
  smaller: () => void
  fit: () => void
}

function usePdfShortcuts({ go, larger, smaller, fit }: PdfActions): void {
  const { keys } = reviewWords()
  useShortcuts([
    { keys: ']', label: keys.page, run: () => go(1) },
    { keys: '[', label: keys.pageBefore, run: () => go(-1) },
    { keys: '+', label: keys.larger, run: larger },
    { keys: '-', label: keys.smaller, run: smaller },
    { keys: '0', label: keys.fit, run: fit },
  ])
}
