import { useNavigate, useSearch } from '@tanstack/react-router'
import { MeetPage } from '../../readings/meet-page.tsx'
import { sharedMeetSource } from '../../readings/meet-source.ts'

/** Shows the swims on all heat sheets in a shared batch. */
export default function SharedMeet({ code, missing }: { code: string; missing: number }) {
  const choice = useSearch({ from: '/shared/$code' })
  const navigate = useNavigate({ from: '/shared/$code' })
  return (
    <MeetPage
      source={sharedMeetSource(code)}
      choice={choice}
      missing={missing}
      onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
