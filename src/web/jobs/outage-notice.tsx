import { useQuery } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { type DependenciesResponse, serviceRoutes } from '../../domain/api/routes/service.ts'
import { client } from '../api/client.ts'
import { formatWholeSeconds } from '../i18n/format.ts'
import { jobText } from '../i18n/job-text.ts'
import { useNow } from '../live/server-clock.ts'

type Dependency = DependenciesResponse['dependencies'][number]

const openMs = 3000
const closedMs = 15_000

/**
 * Shows which services fail, when they are retried, and how many jobs wait for them. Polls only while jobs are queued.
 */
export function OutageNotice({ queued }: { queued: number }) {
  const { data } = useQuery({
    queryKey: ['dependencies'],
    queryFn: ({ signal }) => client.call(serviceRoutes.dependencies, { signal }),
    enabled: queued > 0,
    refetchInterval: ({ state }) => (listFailing(state.data).length > 0 ? openMs : closedMs),
  })
  if (queued === 0) return null
  return listFailing(data).map((one) => <FailingService key={one.name} dependency={one} />)
}

/** Lists the failing services for which jobs wait. */
function listFailing(data: DependenciesResponse | undefined): Dependency[] {
  const all = data?.dependencies ?? []
  return all.filter(({ breaker, waiting }) => breaker !== 'closed' && waiting > 0)
}

function FailingService({ dependency }: { dependency: Dependency }) {
  const { name, probe_at, waiting } = dependency
  const messages = jobText().waiting
  const seconds = Math.ceil((Date.parse(probe_at ?? '') - useNow()) / 1000)
  const next = seconds > 0 ? messages.next(formatWholeSeconds(seconds)) : messages.trying
  return (
    <output className="mb-4 flex items-start gap-2.5 rounded-xl border border-line bg-surface px-4 py-3 text-doubt">
      <PlugZap aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        <strong className="font-semibold">
          {messages.unavailable(messages.services[name] ?? name)}
        </strong>{' '}
        {next} {messages.jobs(waiting)}
      </span>
    </output>
  )
}
