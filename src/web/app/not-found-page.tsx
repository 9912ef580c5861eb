import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button-class.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { usePageTitle } from '../browser/use-page-title.ts'
import { words } from '../i18n/words.ts'

export function NotFoundPage() {
  usePageTitle(words.notFound.title)
  return (
    <MessagePage heading={words.notFound.heading} text={words.notFound.text}>
      <Link to="/" className={buttonClass.primary}>
        {words.nav.upload}
      </Link>
      <Link to="/queue" className={buttonClass.secondary}>
        {words.nav.queue}
      </Link>
    </MessagePage>
  )
}
