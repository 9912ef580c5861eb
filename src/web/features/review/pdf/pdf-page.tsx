import { useRef } from 'react'
import type { PageBox } from './evidence-boxes.ts'
import type { Box } from '../../../../domain/reading/reading.ts'
import type { ValueLocation } from '../fields/locate-value.ts'
import type { OpenPage } from './pdf.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { useIsNearViewport, useRenderedPage } from './use-rendered-page.ts'
import { useTextPick } from './use-text-pick.ts'
import type { PdfHighlights } from './pdf-highlights.ts'
import { statusStyles } from '../fields/field-status-mark.tsx'

interface PdfPageProps extends Omit<PdfHighlights, 'evidence'> {
  page: OpenPage
  /** Page number, from 1. */
  number: number
  name: string
  /** Size of the page in PDF points. */
  size: { width: number; height: number }
  scale: number
  boxes: readonly PageBox[]
}

/** Shows one page of the document, which stays white in dark mode. */
export function PdfPage({ page, number, name, scale, target, onText, ...rest }: PdfPageProps) {
  const { size } = rest
  const frame = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const isNear = useIsNearViewport(frame)
  const isBroken = useRenderedPage(paper, isNear ? page : null, scale)
  const { area, handlers } = useTextPick({
    frame,
    page: isNear ? page : null,
    scale,
    onText: (word) => onText({ ...word, page: number }),
  })
  const [width, height] = [size.width * scale, size.height * scale]
  return (
    // Filling a field from the page is a shortcut for mouse users; keyboard users can type into the field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={frame}
      className="paper-page relative mx-auto my-3 shadow-sm select-none"
      style={{ width, height }}
      // Keeps the focus in the field that the text fills.
      onMouseDown={(event) => event.preventDefault()}
      {...handlers}
    >
      <figure ref={paper} aria-label={name} className="size-full" />
      {(isBroken || page === null) && (
        <p className="absolute inset-x-4 top-8 text-center text-doubt">
          {reviewText().pdf.brokenPage}
        </p>
      )}
      {isNear && (
        <EvidenceBoxes
          {...rest}
          area={area}
          target={target?.page === number ? target : undefined}
        />
      )}
    </div>
  )
}

/** Distance between the outline and the letters, in points. */
const boxMargin = 2

/** Outlines values on the page. Hidden from screen readers, because the form lists the same values. */
function EvidenceBoxes({
  size,
  boxes,
  target,
  statusAt,
  onPick,
  area,
}: Omit<PdfPageProps, 'page' | 'name' | 'scale' | 'number' | 'onText'> & {
  target: ValueLocation | undefined
  /** The area over which the user is dragging. */
  area: Box | undefined
}) {
  const currentPath = boxes.some(
    ({ path, box }) => path === target?.path && isSame(box, target.box),
  )
    ? target?.path
    : undefined
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="absolute inset-0 size-full"
    >
      {boxes.map(({ path, box }) => (
        <rect
          // Remounting restarts the pulse animation.
          key={`${path} ${path === currentPath}`}
          data-box={path}
          data-current={path === currentPath ? '' : undefined}
          {...outline(box)}
          className={`box ${path === currentPath ? '' : statusStyles[statusAt(path)].box}`}
          onClick={() => onPick(path)}
        />
      ))}
      {target && currentPath === undefined && (
        <rect
          key={target.box.join(' ')}
          data-near=""
          data-current=""
          {...outline(target.box)}
          className="box pointer-events-none"
        />
      )}
      {area && (
        <rect
          {...outline(area)}
          data-area=""
          className="pointer-events-none fill-accent/15 stroke-accent"
        />
      )}
    </svg>
  )
}

function outline([left, top, right, bottom]: Box) {
  return {
    x: left - boxMargin,
    y: top - boxMargin,
    rx: boxMargin,
    width: right - left + 2 * boxMargin,
    height: bottom - top + 2 * boxMargin,
    vectorEffect: 'non-scaling-stroke',
  } as const
}

function isSame(one: Box, other: Box): boolean {
  return one.every((side, index) => side === other[index])
}
