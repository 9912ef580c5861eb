import { Link } from '@tanstack/react-router'
import { accountText } from '../../i18n/account-text.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { MessagePage } from '../../ui/message-page.tsx'

/** Replaces the upload page for viewers, who cannot add documents. */
export default function ViewerPage() {
  const { heading, text } = accountText().viewer
  return (
    <MessagePage heading={heading} text={text}>
      <Link to="/queue" className={buttonClass.primary}>
        {uiText.nav.queue}
      </Link>
    </MessagePage>
  )
}
