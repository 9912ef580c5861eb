import { type Failure, failureText } from '../i18n/message-text.ts'
import { words } from '../i18n/words.ts'

/** Error in the page language; if it has no translation, the sentence for its code and the server's text. */
export function ErrorText({ error }: { error: Failure }) {
  const text = failureText(error)
  if (text !== undefined) return text
  return (
    <>
      {words.errors?.[error.code]}
      <span lang="en" className="opacity-80">
        {` (${error.message})`}
      </span>
    </>
  )
}
