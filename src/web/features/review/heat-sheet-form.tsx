import type { HeatSheetEvent, HeatSheetReading } from '../../../domain/heat-sheet/heat-sheet.ts'
import { formatDate } from '../../i18n/format.ts'
import { swimColumns } from './fields/fields.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { meetText } from '../../i18n/meet-text.ts'
import { PageSection } from '../../ui/page-section.tsx'
import { Field } from './fields/field.tsx'
import { DocumentReasons } from './fields/reasons.tsx'
import { FieldList } from './fields/field-list.tsx'

/** Shows the swims on a heat sheet. Only start time, heat and lane can be edited. */
export function HeatSheetForm({ sheet }: { sheet: HeatSheetReading }) {
  const { heading, text, none } = reviewText().sheet
  return (
    <PageSection heading={sheet.meet_name ?? heading}>
      <p className="pb-3 text-sm text-ink-soft">{sheet.events.length > 0 ? text : none}</p>
      <div className="pb-3 text-sm">
        <DocumentReasons />
      </div>
      <FieldList
        path="events"
        count={sheet.events.length}
        estimatedHeight={118}
        render={(index) => {
          const swim = sheet.events[index]
          return swim && <Swim swim={swim} index={index} />
        }}
      />
    </PageSection>
  )
}

function Swim({ swim, index }: { swim: HeatSheetEvent; index: number }) {
  const { event_number, event_letter, event_name, session, session_date, swimmer_name, team } = swim
  const facts = [
    session,
    session_date && formatDate(session_date),
    swimmer_name,
    team,
    swim.seed_time && meetText().seed(swim.seed_time),
  ]
  return (
    <div className="px-3 pt-2 pb-3">
      <h3 className="text-sm font-medium">
        {`${meetText().event(`${event_number}${event_letter ?? ''}`)} · ${event_name}`}
      </h3>
      <p className="text-xs text-ink-soft">{facts.filter(Boolean).join(' · ')}</p>
      <div className="grid grid-cols-3 gap-2 pt-1">
        {swimColumns.map(({ key, kind }) => (
          <Field
            key={key}
            path={`events.${index}.${key}`}
            kind={kind}
            label={reviewText().fields[key] ?? key}
          />
        ))}
      </div>
    </div>
  )
}
