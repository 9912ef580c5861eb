import type { ErrorName } from '../messages/error-codes.ts'
import { errors as enErrors } from './en/errors.ts'
import { faults as enFaults } from './en/faults.ts'
import { problems as enProblems } from './en/problems.ts'
import { reading as enReading } from './en/reading.ts'
import { errors as idErrors } from './id/errors.ts'
import { faults as idFaults } from './id/faults.ts'
import { problems as idProblems } from './id/problems.ts'
import { reading as idReading } from './id/reading.ts'
import type { Language } from './language.ts'
import type { Message, RenderedMessage } from '../messages/message.ts'
import { type Catalogue, renderErrorFrom, renderFrom } from '../messages/render-from.ts'
import type { StoredDetail } from '../messages/stored-detail.ts'

/** Each language's sentences by code. Codes are unique across the tables. */
const catalogues: Record<Language, Catalogue> = {
  en: { ...enFaults, ...enProblems, ...enReading },
  id: { ...idFaults, ...idProblems, ...idReading },
}

const errors = { en: enErrors, id: idErrors }

export function render(message: Message, language: Language = 'en'): string {
  return renderFrom(catalogues[language], message)
}

/** Adds the rendered sentence to a message. */
export function addRenderedText<M extends Message>(message: M, language: Language = 'en') {
  return { ...message, message: render(message, language) } satisfies RenderedMessage
}

/** Renders an error's detail or, if it has none, the sentence for its code. */
export function renderError(
  code: ErrorName,
  detail: StoredDetail | null | undefined,
  language: Language = 'en',
): string {
  const problems = catalogues[language]
  return renderErrorFrom({ errors: errors[language], problems }, { code, detail })
}

/** Renders a detail. If no table contains its code, falls back to `message` or to the code itself. */
export function renderDetail(
  { code, params, path = null }: StoredDetail & { path?: string | null | undefined },
  message?: string,
  language: Language = 'en',
): string {
  return renderFrom(catalogues[language], { code, params, path, message })
}

/** Renders an alert, whose code is its name, in English. */
export function renderAlert({ name, params }: { name: string; params: Message['params'] }): string {
  return renderDetail({ code: name, params })
}
