import { words } from '../i18n/words.ts'
import { announce } from './announcements.ts'
import { copyText } from './copy-text.ts'

/**
 * Shows the code of an error and its request ID, with which the administrator can find it in the log. A click copies
 * both.
 */
export function ErrorReference({ code, requestId }: { code: string; requestId: string }) {
  const reference = `${code} ${requestId}`
  const copy = () => void copyText(reference).then(() => announce(words.copied))
  return (
    <button
      type="button"
      title={words.copy}
      aria-label={words.copyReference(reference)}
      className="block min-h-6 cursor-pointer font-mono text-xs font-normal wrap-anywhere opacity-80 hover:underline"
      onClick={copy}
    >
      {reference}
    </button>
  )
}
