import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button-class.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { usePageTitle } from '../browser/use-page-title.ts'
import { uiText } from '../i18n/ui-text.ts'

export function NotFoundPage() {
  usePageTitle(uiText.notFound.title)
  return (
    <MessagePage heading={uiText.notFound.heading} text={uiText.notFound.text}>
      <Link to="/" className={buttonClass.primary}>
        {uiText.nav.upload}
      </Link>
      <Link to="/queue" className={buttonClass.secondary}>
        {uiText.nav.queue}
      </Link>
    </MessagePage>
  )
}
