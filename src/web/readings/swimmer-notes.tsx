import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { words } from '../i18n/words.ts'

/** Notes for requested names that match no swimmer, or several. */
export function SwimmerNotes({ swimmers }: { swimmers: HeatSheetReading['swimmers'] }) {
  const unclear = swimmers.filter(({ found }) => found.length !== 1)
  if (unclear.length === 0) return null
  return (
    <ul className="space-y-2 pb-4 text-doubt">
      {unclear.map(({ requested, found, did_you_mean }) => (
        <li key={requested}>
          {found.length > 1 ? words.meet.ambiguous(requested) : words.meet.noMatch(requested)}
          {found.length === 0 && did_you_mean.length > 0 && (
            <>
              {` ${words.meet.didYouMean} `}
              <strong>{did_you_mean.join('; ')}</strong>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
