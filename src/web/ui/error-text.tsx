import { type ErrorInfo, failureText } from '../i18n/message-text.ts'
import { uiText } from '../i18n/ui-text.ts'
import { ErrorReference } from './error-reference.tsx'

interface ErrorTextProps {
  error: ErrorInfo & { request_id?: string | undefined }
}

/**
 * Shows an error in the language of the page, with the code and request ID if a server sent it. Without a translation,
 * shows the sentence for its code and the server's text.
 */
export function ErrorText({ error }: ErrorTextProps) {
  const text = failureText(error)
  return (
    <>
      {text ?? uiText.errors?.[error.code]}
      {text === undefined && (
        <span lang="en" className="opacity-80">
          {` (${error.message})`}
        </span>
      )}
      {error.request_id !== undefined && (
        <ErrorReference code={error.code} requestId={error.request_id} />
      )}
    </>
  )
}
