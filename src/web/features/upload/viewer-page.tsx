import { Link } from '@tanstack/react-router'
import { accountWords } from '../../i18n/account-words.ts'
import { words } from '../../i18n/words.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { MessagePage } from '../../ui/message-page.tsx'

/** Replaces the upload page for viewers, who cannot add documents. */
export default function ViewerPage() {
  const { heading, text } = accountWords().viewer
  return (
    <MessagePage heading={heading} text={text}>
      <Link to="/queue" className={buttonClass.primary}>
        {words.nav.queue}
      </Link>
    </MessagePage>
  )
}
