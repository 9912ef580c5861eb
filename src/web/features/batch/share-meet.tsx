import { CalendarSync, Link2Off, Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchLink } from '../../../domain/results/share.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { meetText } from '../../i18n/meet-text.ts'
import { type MeetChoice, toChoiceSearch } from '../../readings/meet-choice.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { useBatchLinks } from './use-batch-links.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { CopyableLink } from '../../ui/copyable-link.tsx'

interface ShareMeetProps {
  id: string
  choice: MeetChoice
}

/** Creates the links to a meet: a page and a calendar subscription. */
export function ShareMeet({ id, choice }: ShareMeetProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${buttonClass.secondary} px-3`}
        aria-label={meetText().share.button}
        onClick={() => setIsOpen(true)}
      >
        <Share2 aria-hidden="true" className="size-5" />
        <span className="max-sm:hidden">{meetText().share.button}</span>
      </button>
      {isOpen && (
        <Dialog heading={meetText().share.heading} onClose={() => setIsOpen(false)}>
          <Links id={id} choice={choice} />
        </Dialog>
      )}
    </>
  )
}

function Links({ id, choice }: ShareMeetProps) {
  const { links, error, save, revoke } = useBatchLinks(id)
  const find = (purpose: BatchLink['purpose']) => links.find((link) => link.purpose === purpose)
  const [page, calendar] = [find('page'), find('calendar')]
  const words = meetText().share
  return (
    <div className="space-y-6">
      <LinkSection words={[words.pageHeading, words.pageText]} link={page} onRevoke={revoke}>
        {page ? (
          <ShownAddress url={`${window.location.origin}${page.path}${toChoiceSearch(choice)}`} />
        ) : (
          <ActionButton icon={Share2} look="secondary" onClick={() => save({ purpose: 'page' })}>
            {meetText().share.create}
          </ActionButton>
        )}
      </LinkSection>
      <LinkSection
        words={[words.calendarHeading, words.calendarText]}
        link={calendar}
        onRevoke={revoke}
      >
        {calendar ? (
          <Subscription
            link={calendar}
            choice={choice}
            onUpdate={() => save({ purpose: 'calendar', options: choice })}
          />
        ) : (
          <ActionButton
            icon={CalendarSync}
            look="secondary"
            onClick={() => save({ purpose: 'calendar', options: choice })}
          >
            {meetText().share.createCalendar}
          </ActionButton>
        )}
      </LinkSection>
      <ErrorMessage error={error} className="text-sm" />
    </div>
  )
}

interface LinkSectionProps {
  words: [heading: string, text: string]
  link: BatchLink | undefined
  onRevoke: (code: string) => void
  children?: ReactNode
}

function LinkSection({ words: [heading, text], link, onRevoke, children }: LinkSectionProps) {
  return (
    <section>
      <h3 className="font-bold">{heading}</h3>
      <p className="pb-2 text-sm text-ink-soft">{text}</p>
      {children}
      {link && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          {meetText().share.until(formatDayAndTime(link.expires_at))}
          <ActionButton icon={Link2Off} look="quiet" onClick={() => onRevoke(link.code)}>
            {meetText().share.revoke}
          </ActionButton>
        </p>
      )}
    </section>
  )
}

function ShownAddress({ url }: { url: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CopyableLink url={url} label={meetText().share.copy} />
    </div>
  )
}

interface SubscriptionProps {
  link: BatchLink
  choice: MeetChoice
  onUpdate: () => void
}

/** Offers the calendar subscription. Phones open `webcal:` addresses in their calendar app. */
function Subscription({ link, choice, onUpdate }: SubscriptionProps) {
  const { host, origin } = window.location
  const webcal = `webcal://${host}${link.path}`
  const google = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <a href={webcal} className={buttonClass.small}>
          <CalendarSync aria-hidden="true" className="size-4" />
          {meetText().share.subscribe}
        </a>
        <a href={google} target="_blank" rel="noreferrer" className={buttonClass.small}>
          {meetText().google}
        </a>
        <CopyButton label={meetText().share.copy} text={`${origin}${link.path}`} />
      </div>
      {toChoiceSearch(choice) !== toChoiceSearch(link.options) && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-doubt">
          {meetText().share.differs}
          <button type="button" className={buttonClass.small} onClick={onUpdate}>
            {meetText().share.update}
          </button>
        </p>
      )}
    </div>
  )
}
