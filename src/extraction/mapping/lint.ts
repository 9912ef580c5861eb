import { addRenderedText } from '../../domain/i18n/render.ts'
import { createFault } from '../../domain/messages/fault.ts'
import type { Mapping } from '../../domain/mapping/mapping.ts'
import { checkYaml, type Diagnostic } from '../formats/parse-yaml.ts'
import { findHints } from './hints.ts'
import { createMappingSchema } from './load.ts'

/** A problem in a mapping. An error prevents loading, but a hint does not. */
export interface Finding extends Diagnostic {
  severity: 'error' | 'hint'
}

/**
 * Maximum number of lines without a hint: a longer mapping usually describes individual documents instead of a layout.
 */
const maxWrittenLines = 30
/** Maximum number of lines in a learned layout, which also records expectations. */
export const maxLearnedLines = 40

export interface LintResult {
  /** Number of lines in the mapping. */
  lines: number
  findings: Finding[]
  mapping: Mapping | undefined
}

/** Checks a mapping without a document. */
export function lintMapping(yaml: string, file: string): LintResult {
  const lines = yaml.trimEnd().split('\n').length
  const checked = checkYaml(yaml, createMappingSchema(file))
  if ('mistakes' in checked) {
    const findings = checked.mistakes.map((it) => ({ severity: 'error' as const, ...it }))
    return { lines, findings, mapping: undefined }
  }
  const hints = findHints(checked.data).map(({ keys, message }) => ({
    ...checked.positionAt(keys),
    ...addRenderedText(message),
  }))
  const { data } = checked
  const isLearned = data.reader === 'invoice' && data.learned !== undefined
  const maxLines = isLearned ? maxLearnedLines : maxWrittenLines
  const isLong = data.reader === 'invoice' && lines > maxLines
  const long = {
    line: maxLines + 1,
    column: 1,
    ...addRenderedText(createFault('mapping_long', null, { lines, most: maxLines })),
  }
  const findings = [...hints, ...(isLong ? [long] : [])]
  return {
    lines,
    findings: findings.map((it) => ({ severity: 'hint' as const, ...it })),
    mapping: data,
  }
}
