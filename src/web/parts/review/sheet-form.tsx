import type { HeatSheetEvent, HeatSheetReading } from '../../../domain/heat-sheet/heat-sheet.ts'
import { formatDate } from '../../figures.ts'
import { swimColumns } from '../../review/fields.ts'
import { general } from '../../review/standing.ts'
import { reviewWords } from '../../words/review.ts'
import { words } from '../../words/words.ts'
import { PageSection } from '../page-section.tsx'
import { Field, Reasons } from './field.tsx'
import { FieldList } from './field-list.tsx'
import { useReviewing } from './reviewing.ts'

/** The swims of a heat sheet; of each, what a late change on the pool deck can change. */
export function SheetForm({ sheet }: { sheet: HeatSheetReading }) {
  const { heading, text, none } = reviewWords().sheet
  const { openAt } = useReviewing()
  return (
    <PageSection heading={sheet.meet_name ?? heading}>
      <p className="pb-3 text-sm text-ink-soft">{sheet.events.length > 0 ? text : none}</p>
      <div className="pb-3 text-sm">
        <Reasons reasons={openAt(general)} />
      </div>
      <FieldList
        path="events"
        count={sheet.events.length}
        usualHeight={118}
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
    swim.seed_time && words.meet.seed(swim.seed_time),
  ]
  return (
    <div className="px-3 pt-2 pb-3">
      <h3 className="text-sm font-medium">
        {`${words.meet.event(`${event_number}${event_letter ?? ''}`)} · ${event_name}`}
      </h3>
      <p className="text-xs text-ink-soft">{facts.filter(Boolean).join(' · ')}</p>
      <div className="grid grid-cols-3 gap-2 pt-1">
        {swimColumns.map(({ key, kind }) => (
          <Field
            key={key}
            path={`events.${index}.${key}`}
            kind={kind}
            label={reviewWords().fields[key] ?? key}
          />
        ))}
      </div>
    </div>
  )
}
