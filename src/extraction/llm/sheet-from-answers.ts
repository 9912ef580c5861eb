import { AppError } from '../../domain/errors/errors.ts'
import { scanReasons } from '../ocr/review-scans.ts'
import type { Page } from '../../domain/reading/reading.ts'
import type { PageAnswer } from '../../domain/heat-sheet/sheet-answer.ts'
import type { Sheet } from '../heat-sheet/stored-sheet.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { verifyAnswers } from './verify-answers.ts'

/** A document that a language model has read, as if our own reader had. */
export function sheetFromAnswers(
  pages: Page[],
  answers: PageAnswer[],
  asked: string,
  { mappings, ocr }: ReferenceData,
): Sheet {
  const able = [...mappings.values()].filter(({ reader }) => reader === 'heat_sheet')
  const mapping = able.find(({ name }) => name === asked) ?? able[0]
  const program = verifyAnswers(pages, answers)
  if (!mapping || program.heats.length === 0) throw new AppError('LLM_UNUSABLE')
  return {
    mapping: mapping.name,
    page_count: pages.length,
    word_count: pages.reduce((sum, { words }) => sum + words.length, 0),
    program,
    // Of pictures that it was shown, the program itself says so.
    reasons: scanReasons(
      pages.filter(({ words }) => words.length > 0),
      ocr,
    ),
  }
}
