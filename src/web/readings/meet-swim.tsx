import { putGivenNameFirst } from '../../domain/heat-sheet/display-name.ts'
import type { MeetSwim } from '../../domain/heat-sheet/meet-results.ts'
import { meetText } from '../i18n/meet-text.ts'
import { buttonClass } from '../ui/button-class.ts'

interface SwimProps {
  swim: MeetSwim
  isChosen: boolean
  /** Absent if swims cannot be selected. */
  onChoose: ((isChosen: boolean) => void) | undefined
  /** File names by job, if the meet has several sheets. */
  sources: ReadonlyMap<string, string>
}

/** Shows one swim, readable at arm's length: time, event, heat and lane. */
export function Swim({ swim, isChosen, onChoose, sources }: SwimProps) {
  const number = `${swim.event_number}${swim.event_letter ?? ''}`
  const name = `${meetText().event(number)}, ${swim.event_name}`
  return (
    <>
      {onChoose && (
        <input
          type="checkbox"
          className="mt-1.5 size-5 shrink-0 accent-accent print:hidden"
          aria-label={meetText().choose(name)}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      )}
      <StartTime swim={swim} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-xl leading-snug font-bold empty:hidden">{formatPlace(swim)}</p>
        <p className="text-sm text-ink-soft">{formatFacts(swim)}</p>
        {swim.seeding && (
          <p className="text-sm text-doubt">
            {meetText().seeding(
              meetText().heat(swim.seeding.heat_number, swim.seeding.heats_total),
              meetText().lane(swim.seeding.lane),
              swim.seeding.lanes,
            )}
          </p>
        )}
        <Conflicts swim={swim} sources={sources} />
        {sources.size > 1 && (
          <p className="text-xs wrap-anywhere text-ink-soft">
            {meetText().from(swim.job_ids.flatMap((id) => sources.get(id) ?? []).join(', '))}
          </p>
        )}
        {swim.calendar_url !== null && (
          <a
            href={swim.calendar_url}
            target="_blank"
            rel="noreferrer"
            aria-label={meetText().googleLabel(name)}
            className={`${buttonClass.quiet} -ml-2 print:hidden`}
          >
            {meetText().google}
          </a>
        )}
      </div>
    </>
  )
}

/** Shows where other sheets differ about the swim. */
function Conflicts({ swim, sources }: Pick<SwimProps, 'swim' | 'sources'>) {
  if (swim.others.length === 0) return null
  return (
    <ul className="text-sm text-doubt">
      {swim.others.map((other) => (
        <li key={other.job_id} className="wrap-anywhere">
          {meetText().conflict(
            sources.get(other.job_id) ?? meetText().otherSheet,
            [
              other.heat_start_time,
              other.heat_number !== null && meetText().heat(other.heat_number, null),
              other.lane !== null && meetText().lane(other.lane),
            ]
              .filter(Boolean)
              .join(', '),
          )}
        </li>
      ))}
    </ul>
  )
}

function StartTime({ swim: { heat_start_time: time, estimated } }: { swim: MeetSwim }) {
  if (time === null) {
    return <span className="w-16 shrink-0 pt-1 text-sm text-ink-soft">{meetText().noTime}</span>
  }
  return (
    <span className="w-16 shrink-0">
      <span className="block text-xl leading-snug font-bold">{time}</span>
      {estimated && (
        <span title={meetText().estimatedHint} className="block text-xs text-doubt">
          {meetText().estimated}
        </span>
      )}
    </span>
  )
}

function formatPlace({ heat_number, heats_total, lane, alternate, seed_rank }: MeetSwim): string {
  return [
    heat_number !== null && meetText().heat(heat_number, heats_total),
    lane !== null && meetText().lane(lane),
    alternate !== null && meetText().alternate(alternate),
    lane === null && seed_rank !== null && meetText().rank(seed_rank),
  ]
    .filter((fact) => fact !== false)
    .join(' · ')
}

function formatFacts({ swimmer_name, team, round, relay, leg, seed_time }: MeetSwim): string {
  return [
    swimmer_name && putGivenNameFirst(swimmer_name),
    team,
    relay && meetText().relay(relay, leg),
    round,
    seed_time !== null && meetText().seed(seed_time),
  ]
    .filter(Boolean)
    .join(' · ')
}
