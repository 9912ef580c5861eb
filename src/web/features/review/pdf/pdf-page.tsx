import { type RefObject, useEffect, useRef, useState } from 'react'
import { placeOf, type PageBox } from './evidence-boxes.ts'
import { drawPage, type OpenPage } from './pdf.ts'
import { reviewWords } from '../../../i18n/review-words.ts'
import type { PdfPlaces } from './pdf-highlights.ts'
import { standingLooks } from '../fields/field-status-mark.tsx'

interface PdfPageProps extends PdfPlaces {
  page: OpenPage
  name: string
  /** In points. */
  size: { width: number; height: number }
  scale: number
  boxes: readonly PageBox[]
}

/** A page of paper: white in a dark room, too. */
export function PdfPage({ page, name, scale, ...rest }: PdfPageProps) {
  const { size } = rest
  const frame = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(frame)
  const isBroken = useDrawing(paper, isNear ? page : null, scale)
  const [width, height] = [size.width * scale, size.height * scale]
  return (
    <div
      ref={frame}
      className="paper-page relative mx-auto my-3 shadow-sm"
      style={{ width, height }}
    >
      <figure ref={paper} aria-label={name} className="size-full" />
      {(isBroken || page === null) && (
        <p className="absolute inset-x-4 top-8 text-center text-doubt">
          {reviewWords().pdf.brokenPage}
        </p>
      )}
      {isNear && <Boxes {...rest} />}
    </div>
  )
}

/** In points: an outline must not lie on the letters. */
const margin = 2

/** The same fields stand beside the page, so that only a pointer needs these. */
function Boxes({
  size,
  boxes,
  evidence,
  current,
  standingAt,
  onPick,
}: Omit<PdfPageProps, 'page' | 'name' | 'scale'>) {
  const shown = placeOf(evidence, current)?.path
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="absolute inset-0 size-full"
    >
      {boxes.map(({ path, box: [left, top, right, bottom] }) => (
        <rect
          // Shown anew, it pulses anew.
          key={`${path} ${path === shown}`}
          data-box={path}
          data-current={path === shown ? '' : undefined}
          x={left - margin}
          y={top - margin}
          rx={margin}
          width={right - left + 2 * margin}
          height={bottom - top + 2 * margin}
          vectorEffect="non-scaling-stroke"
          className={`box ${path === shown ? '' : standingLooks[standingAt(path)].box}`}
          onClick={() => onPick(path)}
        />
      ))}
    </svg>
  )
}

/** Whether a page is in sight or next to it. */
function useIsNear(frame: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const options = { root: frame.current?.parentElement ?? null, rootMargin: '75% 0px' }
    const observer = new IntersectionObserver((entries) => {
      setIsNear(entries.at(-1)?.isIntersecting ?? false)
    }, options)
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return isNear
}

/** Keeps a page drawn for as long as it is near; what was drawn stays until it is drawn anew. */
function useDrawing(paper: RefObject<HTMLElement | null>, page: OpenPage, scale: number): boolean {
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    const element = paper.current
    if (page === null) return element?.replaceChildren()
    const leaving = new AbortController()
    drawPage(page, scale, leaving.signal).then(
      (canvas) => canvas && !leaving.signal.aborted && element?.replaceChildren(canvas),
      () => setIsBroken(true),
    )
    return () => leaving.abort()
  }, [paper, page, scale])
  return isBroken
}
