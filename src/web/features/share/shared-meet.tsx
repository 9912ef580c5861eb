import { useNavigate, useSearch } from '@tanstack/react-router'
import { type MeetChoice, toChoiceSearch } from '../../readings/meet-choice.ts'
import { MeetPage } from '../../readings/meet-page.tsx'
import { sharedMeetSource } from '../../readings/meet-source.ts'

interface SharedMeetProps {
  code: string
  /** The owner's choice of swimmers, which the page shows until the visitor makes another. */
  options: MeetChoice
  missing: number
}

/** Shows the swims on all heat sheets in a shared batch. */
export default function SharedMeet({ code, options, missing }: SharedMeetProps) {
  const own = useSearch({ from: '/shared/$code' })
  const choice = toChoiceSearch(own) === '' ? options : own
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
