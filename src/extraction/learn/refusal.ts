import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import type { AbsentValue } from './absent-values.ts'
import type { Difference } from './differences.ts'

/** Why no layout was learned. `example` is a zero-based index. */
export type Refusal =
  | { code: 'values_not_on_page'; example: number; values: AbsentValue[] }
  | { code: 'no_lines' | 'too_large' | 'items_not_found'; example: number }
  | { code: 'sender_unknown' | 'table_not_found' | 'no_labels' }
  | { code: 'not_reproduced'; example: number; differences: Difference[]; yaml: string }
  | { code: 'invalid_layout'; text: string }

const maxListed = 5

export function toLearnError(refusal: Refusal): AppError {
  return new AppError('NOT_LEARNED', toRefusalDetail(refusal))
}

function toRefusalDetail(refusal: Refusal) {
  switch (refusal.code) {
    case 'values_not_on_page': {
      const { values } = refusal
      const listedValues = { values: values.slice(0, maxListed), more: countUnlisted(values) }
      return createDetail('learn_values_absent', { document: refusal.example + 1, ...listedValues })
    }
    case 'not_reproduced': {
      const { differences } = refusal
      const listedValues = {
        differences: differences.slice(0, maxListed),
        more: countUnlisted(differences),
      }
      return createDetail('learn_not_reproduced', {
        document: refusal.example + 1,
        ...listedValues,
      })
    }
    case 'no_lines':
      return createDetail('learn_no_lines', { document: refusal.example + 1 })
    case 'too_large':
      return createDetail('learn_too_large', { document: refusal.example + 1 })
    case 'items_not_found':
      return createDetail('learn_items_not_found', { document: refusal.example + 1 })
    case 'sender_unknown':
      return createDetail('learn_sender_unknown', {})
    case 'no_labels':
      return createDetail('learn_no_labels', {})
    case 'table_not_found':
      return createDetail('learn_table_not_found', {})
    case 'invalid_layout':
      return createDetail('learn_layout_invalid', { text: refusal.text })
  }
}

function countUnlisted(list: unknown[]): number {
  return Math.max(0, list.length - maxListed)
}
