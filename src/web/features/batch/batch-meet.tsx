import { EditorOnly } from '../../api/editor-only.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Job } from '../../../domain/job/job.ts'
import { MeetPage } from '../../readings/meet-page.tsx'
import { batchMeetSource } from '../../readings/meet-source.ts'
import { ShareMeet } from './share-meet.tsx'

/** Shows the swims on all heat sheets in a batch. */
export default function BatchMeet({ id, jobs }: { id: string; jobs: readonly Job[] }) {
  const choice = useSearch({ from: '/batch/$id' })
  const navigate = useNavigate({ from: '/batch/$id' })
  const done = jobs.filter(({ outputs }) => outputs.length > 0)
  const version = done.map(({ updated_at }) => updated_at).join()
  return (
    <MeetPage
      source={batchMeetSource(id, version)}
      choice={choice}
      missing={jobs.length - done.length}
      onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
    >
      <EditorOnly>
        <ShareMeet id={id} choice={choice} />
      </EditorOnly>
    </MeetPage>
  )
}
