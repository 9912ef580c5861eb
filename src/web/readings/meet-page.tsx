import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePageTitle } from '../browser/use-page-title.ts'
import { meetText } from '../i18n/meet-text.ts'
import { ErrorMessage } from '../ui/error-message.tsx'
import { MeetSettings } from './meet-settings.tsx'
import type { ChangeChoice, MeetChoice } from './meet-choice.ts'
import { meetQuery, type MeetSource } from './meet-source.ts'
import { formatMeetName, formatPageTitle, listSwimmerNames } from './meet-title.ts'
import { MeetView } from './meet-view.tsx'
import { NewerSheets } from './newer-sheets.tsx'
import { SwimmerList } from './swimmer-list.tsx'

interface MeetPageProps {
  source: MeetSource
  choice: MeetChoice
  onChange: ChangeChoice
  /** Number of documents without a result. Their swims are missing from the page. */
  missing: number
  /** Additional buttons in the bar. */
  children?: ReactNode
}

/** Shows a meet for the selected swimmers: their swims, then the settings. */
export function MeetPage({ source, choice, onChange, missing, children }: MeetPageProps) {
  const { data: meet, error } = useQuery(meetQuery(source, choice))
  usePageTitle(meet ? formatPageTitle(meet) : meetText().meet)
  if (!meet) return <ErrorMessage error={error} className="pt-6" />
  const names = listSwimmerNames(meet)
  const canAdjust = meet.sheets.some(({ is_adjustable }) => is_adjustable)
  return (
    <>
      <h1 className="pt-6 text-2xl font-bold wrap-anywhere">
        {formatMeetName(meet)}
        {names.length > 0 && <span className="block text-xl">{names.join(', ')}</span>}
      </h1>
      <ErrorMessage error={error} className="pt-2" />
      {missing > 0 && <p className="pt-2 text-doubt">{meetText().missing(missing)}</p>}
      <div className="pt-3">
        {canAdjust && (
          <SwimmerList
            swimmers={meet.swimmers}
            source={source}
            onChange={(requests) =>
              onChange((latest) => ({ ...latest, swimmer: requests.join('; ') }))
            }
          />
        )}
        {!canAdjust && <p className="pb-4 text-ink-soft">{meetText().noProgram}</p>}
        {meet.swimmers.length > 0 && meet.sessions.length === 0 && (
          <p className="pb-4 text-ink-soft">{meetText().none}</p>
        )}
        <NewerSheets meet={meet} source={source} />
        <MeetView
          meet={meet}
          source={source}
          choice={choice}
          onChange={canAdjust ? onChange : undefined}
        >
          {children}
        </MeetView>
        {meet.sessions.length > 0 && (
          <MeetSettings meet={meet} choice={choice} onChange={onChange} />
        )}
      </div>
    </>
  )
}
