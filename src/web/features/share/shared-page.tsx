import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { toOutputFilename } from '../../../domain/document/filename.ts'
import { shareRoutes } from '../../../domain/api/routes/shares.ts'
import type { SharedResult } from '../../../domain/results/share.ts'
import { client } from '../../api/client.ts'
import { formatBytes, formatDayAndTime } from '../../i18n/format.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { words } from '../../i18n/words.ts'
import { Reasons } from './shared-documents.tsx'

const SharedReading = lazy(() => import('./shared-reading.tsx'))

/** Public page for a shared result. */
export function SharedPage() {
  const { code } = useParams({ from: '/result/$code' })
  const { data, error } = useQuery({
    queryKey: ['shared', code],
    queryFn: ({ signal }) => client.call(shareRoutes.sharedResult, { params: { code }, signal }),
  })
  usePageTitle(data?.original_filename ?? words.shared.title)
  if (data) return <Shared code={code} shared={data} />
  return error ? (
    <MessagePage heading={words.shared.notLoaded} text={words.shared.gone}>
      <Link to="/" className={buttonClass.primary}>
        {words.shared.convertOwn}
      </Link>
    </MessagePage>
  ) : null
}

function Shared({ code, shared }: { code: string; shared: SharedResult }) {
  const { original_filename: name, outputs, needs_review, review_reasons } = shared
  return (
    <>
      <p className="pt-6 text-ink-soft">{words.shared.lead}</p>
      <h1 className="pt-1 text-2xl font-bold wrap-anywhere">
        <bdi>{name}</bdi>
      </h1>
      {needs_review && <Reasons reasons={review_reasons} />}
      <div className="flex flex-wrap gap-2 pt-4">
        {outputs.map(({ format, bytes }) => (
          <a
            key={format}
            href={client.url(shareRoutes.downloadShared, {
              params: { code },
              query: { format },
            })}
            download={toOutputFilename(name, format)}
            aria-label={words.job.download(format.toUpperCase(), name)}
            title={formatBytes(bytes)}
            className={buttonClass.small}
          >
            <Download aria-hidden="true" className="size-4" />
            {format.toUpperCase()}
          </a>
        ))}
      </div>
      <div className="pt-6">
        <Suspense>
          <SharedReading code={code} outputs={outputs} />
        </Suspense>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 pt-8 text-sm text-ink-soft">
        {words.shared.until(formatDayAndTime(shared.expires_at))}
        <Link to="/" className={buttonClass.secondary}>
          {words.shared.convertOwn}
        </Link>
      </div>
    </>
  )
}
