import type { ErrorName } from '../messages/error-rules.ts'
import { errors as enErrors } from './en/errors.ts'
import { problems as enProblems } from './en/problems.ts'
import { reading as enReading } from './en/reading.ts'
import { errors as idErrors } from './id/errors.ts'
import { problems as idProblems } from './id/problems.ts'
import { reading as idReading } from './id/reading.ts'
import type { Language } from './language.ts'
import type { Message, RenderedMessage } from '../messages/message.ts'
import { type Catalogue, renderErrorFrom, renderFrom } from '../messages/render-from.ts'
import type { StoredDetail } from '../messages/stored-detail.ts'

const catalogues: Record<Language, { reading: Catalogue; problems: Catalogue }> = {
  en: { reading: enReading, problems: enProblems },
  id: { reading: idReading, problems: idProblems },
}

const errors = { en: enErrors, id: idErrors }

/** The sentence of a check, a review reason or a warning. */
export function render(message: Message, language: Language = 'en'): string {
  return renderFrom(catalogues[language].reading, message)
}

/** The message with its sentence. */
export function rendered<M extends Message>(message: M, language: Language = 'en') {
  return { ...message, message: render(message, language) } satisfies RenderedMessage
}

/** The sentence of an error: that of its detail, else that of its code. */
export function renderError(
  code: ErrorName,
  detail: StoredDetail | null | undefined,
  language: Language = 'en',
): string {
  const { problems } = catalogues[language]
  return renderErrorFrom({ errors: errors[language], problems }, { code, detail })
}

/** The sentence of a detail, or `message` where no table has it. */
export function renderDetail(detail: StoredDetail, message: string, language: Language): string {
  return renderFrom(catalogues[language].problems, { ...detail, path: null, message })
}
