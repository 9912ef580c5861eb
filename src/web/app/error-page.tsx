import type { ErrorComponentProps } from '@tanstack/react-router'
import { buttonClass } from '../ui/button-class.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { usePageTitle } from '../browser/use-page-title.ts'
import { words } from '../i18n/words.ts'

/** Replaces a page that threw an error. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  usePageTitle(words.broken.title)
  return (
    <MessagePage heading={words.broken.heading} text={words.broken.text}>
      <button type="button" className={buttonClass.primary} onClick={reset}>
        {words.tryAgain}
      </button>
      <button
        type="button"
        className={buttonClass.secondary}
        onClick={() => window.location.reload()}
      >
        {words.broken.reload}
      </button>
    </MessagePage>
  )
}
