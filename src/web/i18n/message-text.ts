import type { ErrorCode, Fault } from '../../domain/errors/app-error.ts'
import type { Message } from '../../domain/messages/message.ts'
import type { StoredDetail } from '../../domain/messages/stored-detail.ts'
import { renderFrom } from '../../domain/messages/render-from.ts'
import { uiText } from './ui-text.ts'
import { capitalise } from '../../domain/messages/capitalise.ts'

/** Returns a message in the language of the page. The server sends the English text. */
export function messageText(message: Message & { message: string }): string {
  return uiText.messages === null ? message.message : renderFrom(uiText.messages, message)
}

/** An error from an exception, a job or an event. */
export interface ErrorInfo {
  code: ErrorCode
  message: string
  detail?: StoredDetail | null | undefined
}

/** Returns the error's text in the language of the page; undefined if the error has a detail without a translation. */
export function failureText({ code, message, detail }: ErrorInfo): string | undefined {
  if (uiText.messages === null || uiText.errors === null) return message
  if (!detail) return uiText.errors[code]
  const isKnown = detail.code !== 'other' && Object.hasOwn(uiText.messages, detail.code)
  return isKnown ? renderFrom(uiText.messages, { ...detail, path: null }) : undefined
}

/** Returns the text of a fault in the language of the page or, without a translation, in English. */
export function faultText({ code, path, params, detail }: Fault): string {
  if (code === undefined || params === undefined) return detail
  return messageText({ code, params, path: path ?? null, message: detail })
}

/** Returns an error as a complete sentence. The stored text is only the part that follows the field name. */
export function faultSentence(fault: string): string {
  const text = fault.trim()
  const end = /[.!?]$/.test(text) ? '' : '.'
  return `${capitalise(text)}${end}`
}

/** Returns the error that ended a job or one of its attempts, if any. */
export function jobFailure(ended: {
  error_code: ErrorCode | null
  error_message: string | null
  error_detail: ErrorInfo['detail']
}): ErrorInfo | undefined {
  const { error_code: code, error_message, error_detail: detail } = ended
  return code === null ? undefined : { code, message: error_message ?? '', detail }
}
