import { describe, expect, it } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { checkFile } from './check-file.ts'

describe('checkFile', () => {
  it.each([
    ['a PDF', '%PDF-1.7 …', undefined],
    ['a PDF after 1 000 bytes of something else', `${' '.repeat(1000)}%PDF-1.7`, undefined],
    ['a PDF after too much of it', `${' '.repeat(1020)}%PDF-1.7`, 'NOT_PDF'],
    ['plain text', 'hello', 'NOT_PDF'],
    ['nothing', '', 'EMPTY_FILE'],
    ['more than is allowed', `%PDF-${' '.repeat(2000)}`, 'TOO_LARGE'],
  ])('%s', async (_, content, code) => {
    const refusal = await checkFile(new Blob([content]), 2000).catch((error: unknown) => error)
    expect(refusal instanceof AppError ? refusal.code : refusal).toBe(code)
  })
})
