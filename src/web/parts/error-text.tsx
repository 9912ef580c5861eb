import { errorRules } from '../../domain/error-rules.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { words } from '../words/words.ts'

/** What went wrong, in the language of the page; what the server knows more exactly follows in its own. */
export function ErrorText({ error }: { error: { code: ErrorCode; message: string } }) {
  const { code, message } = error
  if (words.errors === null) return message
  const isExact = message !== errorRules[code].message
  return (
    <>
      {words.errors[code]}
      {isExact && (
        <span lang="en" className="opacity-80">
          {` (${message})`}
        </span>
      )}
    </>
  )
}
