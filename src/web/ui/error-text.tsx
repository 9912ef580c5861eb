import type { ErrorCode } from '../../domain/errors/errors.ts'
import { words } from '../i18n/words.ts'

/** Error in the page language, followed by the server's English detail when there is no translation. */
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
