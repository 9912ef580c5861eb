import type { ErrorComponentProps } from '@tanstack/react-router'
import { buttonClass } from '../ui/button-class.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { usePageTitle } from '../browser/use-page-title.ts'
import { uiText } from '../i18n/ui-text.ts'

/** Replaces a page that threw an error. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  usePageTitle(uiText.broken.title)
  return (
    <MessagePage heading={uiText.broken.heading} text={uiText.broken.text}>
      <button type="button" className={buttonClass.primary} onClick={reset}>
        {uiText.tryAgain}
      </button>
      <button
        type="button"
        className={buttonClass.secondary}
        onClick={() => window.location.reload()}
      >
        {uiText.broken.reload}
      </button>
    </MessagePage>
  )
}
