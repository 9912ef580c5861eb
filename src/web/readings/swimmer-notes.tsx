import { useQuery } from '@tanstack/react-query'
import type { MeetResults } from '../../domain/heat-sheet/meet-results.ts'
import { type ProgramSwimmer, searchSwimmers } from '../../domain/heat-sheet/program-swimmers.ts'
import { meetText } from '../i18n/meet-text.ts'
import { type MeetSource, swimmersQuery } from './meet-source.ts'
import { PickButton } from './swimmer-picker.tsx'

type SwimmerMatch = MeetResults['swimmers'][number]

interface SwimmerNotesProps {
  swimmers: readonly SwimmerMatch[]
  source: MeetSource
  /** Replaces a requested name; absent if swimmers cannot be selected. */
  onReplace?: ((requested: string, request: string) => void) | undefined
}

/** Offers the swimmers to whom an ambiguous name may refer. */
export function SwimmerNotes({ swimmers, source, onReplace }: SwimmerNotesProps) {
  const unclear = swimmers.filter(({ found }) => found.length !== 1)
  const { data: program = [] } = useQuery({
    ...swimmersQuery(source),
    enabled: unclear.length > 0,
  })
  if (unclear.length === 0) return null
  return (
    <ul className="max-w-xl space-y-4 pb-4 print:hidden">
      {unclear.map((match) => {
        const offers = listOffers(match, program)
        return (
          <li key={match.requested}>
            <p className="pb-1 font-medium text-doubt">{explain(match, offers.length)}</p>
            {onReplace && offers.length > 0 && (
              <ul
                aria-label={meetText().didYouMean}
                className="divide-y divide-line rounded-xl border border-line bg-surface"
              >
                {offers.map((swimmer) => (
                  <li key={swimmer.request}>
                    <PickButton
                      swimmer={swimmer}
                      onClick={() => onReplace(match.requested, swimmer.request)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function explain({ requested, found }: SwimmerMatch, offers: number): string {
  if (found.length > 1) return meetText().ambiguous(requested)
  return offers > 0 ? meetText().unclear(requested) : meetText().noMatch(requested)
}

/** Lists the swimmers found, then suggestions, then those who share part of the name. */
function listOffers(
  { requested, found, did_you_mean }: SwimmerMatch,
  program: readonly ProgramSwimmer[],
): ProgramSwimmer[] {
  const named = new Set([...found.map(({ swimmer_name }) => swimmer_name), ...did_you_mean])
  const suggested = program.filter(({ swimmer_name }) => named.has(swimmer_name))
  return suggested.length > 0 ? suggested : searchSwimmers(requested, program)
}
