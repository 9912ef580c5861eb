import { uiText } from '../i18n/ui-text.ts'
import { announce } from './announcements.ts'
import { copyText } from './copy-text.ts'

/**
 * Shows the code of an error and its request ID, by which the administrator can find the error in the log. A click
 * copies both.
 */
export function ErrorReference({ code, requestId }: { code: string; requestId: string }) {
  const reference = `${code} ${requestId}`
  const copy = () => void copyText(reference).then(() => announce(uiText.copied))
  return (
    <button
      type="button"
      title={uiText.copy}
      aria-label={uiText.copyReference(reference)}
      className="block min-h-6 cursor-pointer font-mono text-xs font-normal wrap-anywhere opacity-80 hover:underline"
      onClick={copy}
    >
      {reference}
    </button>
  )
}
