import { expect, it } from 'vitest'
import { AppError } from '../../domain/errors/app-error.ts'
import { describeError } from './describe-error.ts'

it.each([
  [new AppError('UNAUTHORIZED'), /DOCKET_TOKEN.*--token.*\(UNAUTHORIZED\)$/],
  [new AppError('NOT_PDF'), /\(NOT_PDF\)$/],
  [new Error('disk on fire'), /^disk on fire \(UNKNOWN\)$/],
])('describes %s on one line', (error, line) => {
  expect(describeError(error)).toMatch(line)
})
