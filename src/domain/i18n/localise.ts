import { isErrorCode } from '../messages/error-codes.ts'
import type { Language } from './language.ts'
import { render, renderDetail, renderError } from './render.ts'
import { StoredDetail } from '../messages/stored-detail.ts'

type Fields = Readonly<Record<string, unknown>>

/** Translates the messages, errors and problems in an API response. */
export function localise<T>(answer: T, language: Language): T {
  return localiseFields(answer, language) as T
}

function localiseFields(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((one) => localiseFields(one, language))
  if (!isPlain(value)) return value
  const parts = Object.entries(value).map(([key, part]) => [key, localiseFields(part, language)])
  return { ...Object.fromEntries(parts), ...renderText(value, language) }
}

/** True for plain objects. False for class instances, which serialise themselves. */
function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && value.constructor === Object
}

/** Renders the text of one object from its other fields. */
function renderText(fields: Fields, language: Language): Fields {
  const { code, path = null, params, message, detail, reason, error_code, error_detail } = fields
  const given = StoredDetail.safeParse({ code, params })
  if (given.success && typeof message === 'string' && (path === null || typeof path === 'string')) {
    const stored = { ...given.data, path, message }
    return { message: render(stored, language) }
  }
  if (given.success && typeof detail === 'string' && !isErrorCode(code)) {
    const at = typeof path === 'string' ? path : null
    return { detail: renderDetail({ ...given.data, path: at }, detail, language) }
  }
  if (isErrorCode(error_code)) {
    return { error_message: renderError(error_code, readDetail(error_detail), language) }
  }
  if (!isErrorCode(code)) return {}
  if (typeof detail !== 'string') return {}
  return { detail: renderError(code, readDetail({ code: reason, params }), language) }
}

function readDetail(value: unknown): StoredDetail | undefined {
  return StoredDetail.safeParse(value).data
}
