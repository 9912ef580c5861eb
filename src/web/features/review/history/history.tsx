import { useState } from 'react'
import type { ChangeRecord } from '../../../../domain/review/change.ts'
import { formatDayAndTime, formatMoment } from '../../../i18n/format.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { buttonClass } from '../../../ui/button-class.ts'
import { PageSection } from '../../../ui/page-section.tsx'
import { editorName } from './editor-name.ts'
import { ChangeText } from './change-text.tsx'

const initialCount = 10

/** Lists the changes, newest first. */
export function History({ changes }: { changes: readonly ChangeRecord[] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const { history } = reviewText()
  const latest = changes.toReversed()
  return (
    <PageSection heading={history.heading}>
      {latest.length === 0 && <p className="text-sm text-ink-soft">{history.none}</p>}
      <ol aria-label={history.heading} className="space-y-1.5 text-sm">
        {latest.slice(0, isExpanded ? undefined : initialCount).map((change, at) => (
          <li key={latest.length - at}>
            <p>
              <ChangeText change={change} />
            </p>
            <p className="text-xs text-ink-soft">
              {editorName(change.changed_by)}
              {' · '}
              <time dateTime={change.changed_at} title={formatMoment(change.changed_at)}>
                {formatDayAndTime(change.changed_at)}
              </time>
            </p>
          </li>
        ))}
      </ol>
      {latest.length > initialCount && !isExpanded && (
        <button type="button" className={buttonClass.quiet} onClick={() => setIsExpanded(true)}>
          {history.all(latest.length)}
        </button>
      )}
    </PageSection>
  )
}
