import { AppError } from '../../domain/errors/app-error.ts'
import { listScanReasons } from '../ocr/review-scans.ts'
import type { Page } from '../../domain/reading/reading.ts'
import type { PageAnswer } from '../../domain/heat-sheet/sheet-answer.ts'
import type { Sheet } from '../heat-sheet/stored-sheet.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { verifyAnswers } from './verify-answers.ts'

/** Builds a sheet from a language model's verified answers, in the form that the rule-based reader returns. */
export function buildSheetFromAnswers(
  pages: Page[],
  answers: PageAnswer[],
  requestedMapping: string,
  { mappings, ocr, meet_grammar }: ReferenceData,
): Sheet {
  const candidates = [...mappings.values()].filter(({ reader }) => reader === 'heat_sheet')
  const mapping = candidates.find(({ name }) => name === requestedMapping) ?? candidates[0]
  const program = verifyAnswers(pages, answers, meet_grammar)
  if (!mapping || program.heats.length === 0) throw new AppError('LLM_UNUSABLE')
  return {
    mapping: mapping.name,
    page_count: pages.length,
    word_count: pages.reduce((sum, { words }) => sum + words.length, 0),
    program,
    // The program already has a warning about pages that are images.
    reasons: listScanReasons(
      pages.filter(({ words }) => words.length > 0),
      ocr,
    ),
  }
}
