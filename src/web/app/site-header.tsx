import { EditorOnly } from '../api/editor-only.tsx'
import { Link } from '@tanstack/react-router'
import { CircleUserRound, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '../api/me.ts'
import { uploadQueue } from '../uploads/app-uploads.ts'
import { formatCount } from '../i18n/locale/locale.ts'
import { useLiveJobs } from '../live/use-live-jobs.ts'
import { useStore } from '../store/store.ts'
import { isInProgress } from '../uploads/upload-queue.ts'
import { uiText } from '../i18n/ui-text.ts'
import { Logo } from './logo.tsx'

const linkClass =
  'flex min-h-14 items-center gap-1.5 border-b-2 border-transparent px-2 sm:px-3 text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink'

export function SiteHeader() {
  const uploadingCount = useStore(uploadQueue)
    .uploads.filter(isInProgress)
    .reduce((sum, { items }) => sum + items.length, 0)
  const activeCount = useLiveJobs().data?.active_count ?? 0
  return (
    <header className="mx-auto w-full max-w-5xl group-has-data-wide/shell:max-w-[110rem] print:hidden px-3 sm:px-6">
      <div className="flex items-center justify-between border-b border-line">
        <Link to="/" aria-label={uiText.nav.home} className="flex min-h-14 items-center gap-2">
          <Logo />
          <span className="text-lg font-bold tracking-tight">{uiText.product}</span>
        </Link>
        <nav aria-label={uiText.nav.label} className="-mb-px flex font-medium">
          <EditorOnly>
            <Link to="/" activeOptions={{ exact: true }} className={linkClass}>
              {uiText.nav.upload}
              <CountBadge count={uploadingCount}>{uiText.nav.uploading(uploadingCount)}</CountBadge>
            </Link>
          </EditorOnly>
          <Link to="/queue" className={linkClass}>
            {uiText.nav.queue}
            <CountBadge count={activeCount}>{uiText.nav.active(activeCount)}</CountBadge>
          </Link>
          <Link to="/month" className={`${linkClass} max-sm:hidden`}>
            {uiText.nav.month}
          </Link>
          <Link to="/directory" className={`${linkClass} max-sm:hidden`}>
            {uiText.nav.directory}
          </Link>
          <Link to="/mappings" className={`${linkClass} max-sm:hidden`}>
            {uiText.nav.mappings}
          </Link>
          <AccountLink />
          <Link
            to="/settings"
            aria-label={uiText.nav.settings}
            title={uiText.nav.settings}
            className={linkClass}
          >
            <Settings aria-hidden="true" className="size-5" />
          </Link>
        </nav>
      </div>
    </header>
  )
}

/** Links to the account. Shown to signed-in users and, if sign-in is available, to others. */
function AccountLink() {
  const { data } = useMe()
  if (data?.can_sign_in) {
    return (
      <Link to="/sign-in" search={{}} className={linkClass}>
        {uiText.nav.signIn}
      </Link>
    )
  }
  if (!data || data.kind === 'session') return null
  const label = uiText.nav.account(data.name ?? '')
  return (
    <Link to="/account" aria-label={label} title={label} className={linkClass}>
      <CircleUserRound aria-hidden="true" className="size-5" />
    </Link>
  )
}

/** Shows a count, which screen readers announce with its unit. */
function CountBadge({ count, children }: { count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <span className="min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 text-on-accent">
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="sr-only">{children}</span>
    </span>
  )
}
