import { defaultLanes } from '../../domain/heat-sheet/estimate-seeding.ts'
import type { MeetResults } from '../../domain/heat-sheet/meet-results.ts'
import { meetText } from '../i18n/meet-text.ts'
import type { ChangeChoice, MeetChoice } from './meet-choice.ts'

const laneChoices = [4, 5, 6, 7, 8, 9, 10]

interface MeetSettingsProps {
  meet: MeetResults
  choice: MeetChoice
  onChange: ChangeChoice
}

/** Shows the time zone, the reminder and, for psych sheets, the number of lanes. */
export function MeetSettings({ meet, choice, onChange }: MeetSettingsProps) {
  const zone = choice.time_zone ?? meet.sessions[0]?.time_zone ?? ''
  const hasSeeding = meet.sessions.some(({ swims }) => swims.some(({ seeding }) => seeding))
  return (
    <div className="pt-4 pb-4 print:hidden">
      <p className="text-sm text-ink-soft">
        {describeZone(zone, choice, meet.sessions[0]?.time_zone_from ?? null)}
      </p>
      <details>
        <summary className="min-h-9 cursor-pointer font-medium text-accent">
          {meetText().settings}
        </summary>
        <div className="grid gap-3 pt-2 sm:grid-cols-3">
          <label className="block text-sm">
            <span className="block pb-1 font-medium">{meetText().timeZone}</span>
            <select
              className="field w-full"
              value={zone}
              onChange={({ currentTarget: { value } }) =>
                onChange((latest) => ({ ...latest, time_zone: value }))
              }
            >
              <option value="">{meetText().localTime}</option>
              {Intl.supportedValuesOf('timeZone').map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label className="block text-sm">
            <span className="block pb-1 font-medium">{meetText().reminder}</span>
            <select
              className="field w-full"
              value={choice.reminder ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange((latest) => ({
                  ...latest,
                  reminder: value === '' ? undefined : Number(value),
                }))
              }
            >
              <option value="">{meetText().defaultReminder}</option>
              {Object.entries(meetText().reminders).map(([minutes, label]) => (
                <option key={minutes} value={minutes}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          {hasSeeding && <LaneCount choice={choice} onChange={onChange} />}
        </div>
      </details>
    </div>
  )
}

/** Describes the calendar's time zone. Without one, a phone shows the times in its own zone. */
function describeZone(zone: string, choice: MeetChoice, address: string | null): string {
  if (choice.time_zone === undefined && address !== null)
    return meetText().zoneDerived(zone, address)
  if (zone !== '') return meetText().zone(zone)
  const phone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return choice.time_zone === undefined
    ? meetText().zoneUnknown(phone)
    : meetText().zoneOfPhone(phone)
}

function LaneCount({ choice, onChange }: Omit<MeetSettingsProps, 'meet'>) {
  return (
    <label className="block text-sm">
      <span className="block pb-1 font-medium">{meetText().lanes}</span>
      <select
        className="field w-full"
        value={choice.lanes ?? defaultLanes}
        onChange={({ currentTarget: { value } }) =>
          onChange((latest) => ({ ...latest, lanes: Number(value) }))
        }
      >
        {laneChoices.map((count) => (
          <option key={count}>{count}</option>
        ))}
      </select>
    </label>
  )
}
