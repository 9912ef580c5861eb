import { AppError } from '../errors/app-error.ts'
import { createDetail } from '../i18n/problem-detail.ts'
import { parseJson } from '../values/json.ts'
import { CorrectableReading } from './change.ts'

export function parseReading(json: string): CorrectableReading {
  const parsed = CorrectableReading.safeParse(parseJson(json))
  if (parsed.success) return parsed.data
  throw new AppError('NO_READING', createDetail('reading_not_correctable', {}), {
    cause: parsed.error,
  })
}
