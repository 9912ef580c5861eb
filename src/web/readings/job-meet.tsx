import { useQuery } from '@tanstack/react-query'
import { meetText } from '../i18n/meet-text.ts'
import { ErrorMessage } from '../ui/error-message.tsx'
import { meetQuery, type MeetSource } from './meet-source.ts'
import { formatMeetName, listSwimmerNames } from './meet-title.ts'
import { MeetView } from './meet-view.tsx'

/** Shows the swims on one heat sheet as the server merged them, without settings. */
export function JobMeet({ source }: { source: MeetSource }) {
  const { data: meet, error } = useQuery(meetQuery(source, {}))
  if (!meet) return <ErrorMessage error={error} className="pt-2" />
  return (
    <>
      <p className="pb-3 text-lg font-semibold">
        {[formatMeetName(meet), ...listSwimmerNames(meet)].join(' · ')}
      </p>
      {meet.sessions.length === 0 && (
        <p className="pb-4 text-ink-soft">
          {meet.swimmers.length > 0 ? meetText().none : meetText().noneChosen}
        </p>
      )}
      <MeetView meet={meet} source={source} choice={{}} />
    </>
  )
}
