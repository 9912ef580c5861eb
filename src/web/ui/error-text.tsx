import type { ErrorCode } from '../../domain/errors/errors.ts'
import { words } from '../i18n/words.ts'

/** What went wrong, in the language of the page; what only the server knows to say more exactly follows in its own. */
export function ErrorText({ error }: { error: { code: ErrorCode; message: string } }) {
  const { code, message } = error
  const told = words.told(message)
  if (words.errors === null || told !== undefined) return told
  return (
    <>
      {words.errors[code]}
      <span lang="en" className="opacity-80">
        {` (${message})`}
      </span>
    </>
  )
}
