import { useQuery } from '@tanstack/react-query'
import { identityRoutes } from '../../../domain/api/routes/identity.ts'
import { client } from '../../api/client.ts'
import { formatBytes } from '../../i18n/format.ts'
import { settingsText } from '../../i18n/settings-text.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'

/** Shows how much the user has uploaded and stored, and the limits. */
export function StorageUsage() {
  const { data, error } = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => client.call(identityRoutes.getUsage, { signal }),
  })
  return (
    <section className="border-t border-line py-6 sm:grid sm:grid-cols-[11rem_1fr] sm:gap-x-6">
      <h2 className="pb-2 font-semibold">{settingsText().storage}</h2>
      <div>
        {data && (
          <>
            <UsageBar
              label={settingsText().stored(formatBytes(data.stored), formatBytes(data.max_stored))}
              used={data.stored}
              limit={data.max_stored}
            />
            <UsageBar
              label={settingsText().today(formatBytes(data.today), formatBytes(data.per_day))}
              used={data.today}
              limit={data.per_day}
            />
          </>
        )}
        <ErrorMessage error={error} className="text-sm" />
      </div>
    </section>
  )
}

interface UsageBarProps {
  label: string
  used: number
  limit: number
}

function UsageBar({ label, used, limit }: UsageBarProps) {
  return (
    <label className="block pb-3">
      <span className="block pb-1 text-sm">{label}</span>
      <meter className="meter max-w-sm" min={0} max={limit} high={limit * 0.9} value={used} />
    </label>
  )
}
