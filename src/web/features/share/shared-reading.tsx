import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../../domain/job/job.ts'
import type { OutputFormat } from '../../../domain/mapping/output-formats.ts'
import { shareRoutes } from '../../../domain/api/routes/shares.ts'
import { client } from '../../api/client.ts'
import { sharedMeetSource } from '../../readings/meet-source.ts'
import { fetchReading, ReadingView } from '../../readings/reading-view.tsx'

export default function SharedReading({
  code,
  outputs,
}: {
  code: string
  outputs: Job['outputs']
}) {
  const { data } = useQuery({
    queryKey: ['shared-reading', code],
    queryFn: ({ signal }) =>
      fetchReading(outputs, (format: OutputFormat) =>
        client.call(shareRoutes.downloadShared, { params: { code }, query: { format }, signal }),
      ),
  })
  return data ? <ReadingView reading={data} meet={sharedMeetSource(code)} /> : null
}
