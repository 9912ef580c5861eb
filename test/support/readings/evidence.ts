import type { Evidence } from '../../../src/domain/reading/evidence.ts'

/** Evidence found by a rule on the first page. */
export function createEvidence(values: Partial<Evidence> = {}): Evidence {
  return { page: 1, box: [1, 2, 3, 4], text: 'Text', confidence: 1, source: 'rule', ...values }
}
