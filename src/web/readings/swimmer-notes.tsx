import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { meetWords } from '../i18n/meet-words.ts'

/** Notes for requested names that match no swimmer, or several. */
export function SwimmerNotes({ swimmers }: { swimmers: HeatSheetReading['swimmers'] }) {
  const unclear = swimmers.filter(({ found }) => found.length !== 1)
  if (unclear.length === 0) return null
  return (
    <ul className="space-y-2 pb-4 text-doubt">
      {unclear.map(({ requested, found, did_you_mean }) => (
        <li key={requested}>
          {found.length > 1 ? meetWords().ambiguous(requested) : meetWords().noMatch(requested)}
          {found.length === 0 && did_you_mean.length > 0 && (
            <>
              {` ${meetWords().didYouMean} `}
              <strong>{did_you_mean.join('; ')}</strong>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
