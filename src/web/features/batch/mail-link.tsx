import { useSearch } from '@tanstack/react-router'
import { Link2Off } from 'lucide-react'
import { useEffect } from 'react'
import type { BatchLink } from '../../../domain/results/share.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { notificationText } from '../../i18n/notification-text.ts'
import { type MeetChoice, toChoiceSearch } from '../../readings/meet-choice.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { useBatchLinks } from './use-batch-links.ts'
import { ActionButton } from '../../ui/action-button.tsx'

/** Pause in milliseconds before a choice is saved, so that typing does not save each letter. */
const saveDelayMs = 1000

/** Says that a link in an email opens this batch with the current choice of swimmers, and revokes the link on request. */
export function MailLink({ id }: { id: string }) {
  const { links, error, save, revoke } = useBatchLinks(id)
  const link = links.find(({ purpose }) => purpose === 'mail')
  const choice = useSearch({ from: '/batch/$id' })
  useSavedChoice(choice, link, (options) => save({ purpose: 'mail', options }))
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

/** Saves the choice in the link, so that the page in the email opens with it. A page without a choice changes nothing. */
function useSavedChoice(
  choice: MeetChoice,
  link: BatchLink | undefined,
  save: (choice: MeetChoice) => void,
) {
  const search = toChoiceSearch(choice)
  const isSaved = !link || search === '' || search === toChoiceSearch(link.options)
  useEffect(() => {
    if (isSaved) return
    const timer = setTimeout(() => save(choice), saveDelayMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `search` stands for the choice; `save` changes on each render
  }, [isSaved, search])
}
