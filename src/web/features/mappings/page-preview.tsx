import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { DrawnPage } from '../../../domain/api/routes/mappings.ts'
import type { ReportGroup, Highlight } from './trial-report.ts'
import { mappingText } from '../../i18n/mapping-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'

interface PagePreviewProps {
  pages: readonly DrawnPage[]
  pageCount: number
  groups: readonly ReportGroup[]
  /** Key of the row whose marks are highlighted. */
  selected: string | undefined
}

/** Shows the words on a page, and highlights the mapping's matches. */
export function PagePreview({ pages, pageCount, groups, selected }: PagePreviewProps) {
  const { page: messages } = mappingText()
  const rows = groups.flatMap(({ rows: groupRows }) => groupRows)
  const selectedMarks = rows.find(({ key }) => key === selected)?.marks ?? []
  const [view, setView] = useState({ page: 1, selected })
  // Selecting a row shows its page. The user can then change pages freely.
  const isNew = view.selected !== selected
  const pageNumber = isNew ? (selectedMarks[0]?.page ?? view.page) : view.page
  if (isNew) setView({ page: pageNumber, selected })
  const page = pages.find(({ number }) => number === pageNumber) ?? pages[0]
  const turnPage = (by: number) => page && setView({ page: page.number + by, selected })
  if (!page) return <p className="pt-6 text-ink-soft">{messages.scan}</p>
  const marks = rows.flatMap((row) => row.marks).filter((mark) => mark.page === page.number)
  return (
    <section aria-labelledby="page-heading" className="min-w-0 pt-6">
      <div className="flex min-h-9 items-center gap-2 pb-1">
        <h2 id="page-heading" className="flex-1 text-lg font-bold">
          {messages.heading}
        </h2>
        <IconButton
          icon={ChevronLeft}
          label={messages.previous}
          size="size-5"
          disabled={page.number <= 1}
          onClick={() => turnPage(-1)}
        />
        <span className="text-sm">{`${page.number} / ${pages.length}`}</span>
        <IconButton
          icon={ChevronRight}
          label={messages.next}
          size="size-5"
          disabled={page.number >= pages.length}
          onClick={() => turnPage(1)}
        />
      </div>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element cannot have children
        role="img"
        aria-label={messages.label(page.number, pageCount)}
        viewBox={`0 0 ${page.width} ${page.height}`}
        className="block w-full rounded-xl border border-line bg-surface"
      >
        <PageText words={page.words} />
        {marks.map((mark) => (
          <MarkBox
            key={`${mark.kind} ${mark.text} ${mark.box.join(' ')}`}
            mark={mark}
            isChosen={selectedMarks.includes(mark)}
          />
        ))}
      </svg>
      <Legend />
      {pages.length < pageCount && (
        <p className="pt-1 text-sm text-ink-soft">{messages.notShown(pages.length, pageCount)}</p>
      )}
    </section>
  )
}

function PageText({ words }: { words: DrawnPage['words'] }) {
  return words.map(({ text, box: [left, , right], baseline, font_size }, index) => (
    <text
      // oxlint-disable-next-line react/no-array-index-key -- words have no identity other than their position
      key={index}
      x={left}
      y={baseline}
      fontSize={font_size}
      textLength={Math.max(right - left, 0.1)}
      lengthAdjust="spacingAndGlyphs"
      className="fill-ink"
    >
      {text}
    </text>
  ))
}

const legendKinds = ['label', 'value', 'near', 'column'] as const

const markStyles: Record<Highlight['kind'], string> = {
  label: 'fill-accent/10 stroke-accent',
  value: 'fill-done/10 stroke-done',
  near: 'fill-doubt/10 stroke-doubt [stroke-dasharray:3_2]',
  column: 'fill-logo/15 stroke-none',
  line: 'fill-none stroke-none',
}

function MarkBox({ mark, isChosen }: { mark: Highlight; isChosen: boolean }) {
  const [left, top, right, bottom] = mark.box
  const frame = isChosen ? 'fill-accent/25 stroke-accent' : markStyles[mark.kind]
  return (
    <rect
      x={left - 1.5}
      y={top - 1.5}
      width={right - left + 3}
      height={bottom - top + 3}
      rx={1.5}
      strokeWidth={isChosen ? 2.5 : 1}
      data-kind={mark.kind}
      data-chosen={isChosen}
      className={`${frame} ${isChosen ? 'motion-safe:animate-[pulse_600ms_ease-in-out_3]' : ''}`}
    >
      <title>{mark.text}</title>
    </rect>
  )
}

function Legend() {
  const { legend } = mappingText().page
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-sm text-ink-soft">
      {legendKinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 16 12" className="h-3 w-4">
            <rect x="1" y="1" width="14" height="10" rx="1.5" className={markStyles[kind]} />
          </svg>
          {legend[kind]}
        </li>
      ))}
    </ul>
  )
}
