import { Link2Off } from 'lucide-react'
import { formatDayAndTime } from '../../i18n/format.ts'
import { notificationText } from '../../i18n/notification-text.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { useBatchLinks } from './use-batch-links.ts'
import { ActionButton } from '../../ui/action-button.tsx'

/** Says that a link in an email opens this batch, and revokes the link on request. */
export function MailLink({ id }: { id: string }) {
  const { links, error, revoke } = useBatchLinks(id)
  const link = links.find(({ purpose }) => purpose === 'mail')
  if (!link) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 pt-4 text-sm text-ink-soft">
      {notificationText().mailLink.text(formatDayAndTime(link.expires_at))}
      <ActionButton icon={Link2Off} look="quiet" onClick={() => revoke(link.code)}>
        {notificationText().mailLink.revoke}
      </ActionButton>
      <ErrorMessage error={error} className="basis-full" />
    </div>
  )
}
