import type { ErrorCode, Fault } from '../../domain/errors/errors.ts'
import type { Message } from '../../domain/messages/message.ts'
import type { StoredDetail } from '../../domain/messages/stored-detail.ts'
import { renderFrom } from '../../domain/messages/render-from.ts'
import { words } from './words.ts'

/** The sentence of a message in the language of the page. The English one comes with it. */
export function messageText(message: Message & { message: string }): string {
  return words.messages === null ? message.message : renderFrom(words.messages, message)
}

/** What went wrong, as an error, a job or an event tells it. */
export interface Failure {
  code: ErrorCode
  message: string
  detail?: StoredDetail | null | undefined
}

/** What went wrong in the language of the page; undefined where that has only the sentence of the code. */
export function failureText({ code, message, detail }: Failure): string | undefined {
  if (words.messages === null || words.errors === null) return message
  if (!detail) return words.errors[code]
  const isKnown = detail.code !== 'other' && Object.hasOwn(words.messages, detail.code)
  return isKnown ? renderFrom(words.messages, { ...detail, path: null }) : undefined
}

/** What is wrong at one place of a request, in the language of the page if that has the sentence. */
export function faultText({ code, params, detail }: Fault): string {
  if (code === undefined || params === undefined) return detail
  return messageText({ code, params, path: null, message: detail })
}

/** What ended a job or one of its attempts; undefined where nothing did. */
export function failureOf(ended: {
  error_code: ErrorCode | null
  error_message: string | null
  error_detail: Failure['detail']
}): Failure | undefined {
  const { error_code: code, error_message, error_detail: detail } = ended
  return code === null ? undefined : { code, message: error_message ?? '', detail }
}
