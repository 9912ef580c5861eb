import type { Mapping } from '../../domain/mapping/mapping.ts'
import { checkYaml, type Diagnostic } from '../formats/parse-yaml.ts'
import { hintsFor } from './hints.ts'
import { mappingOf } from './load.ts'

/** A mistake keeps the mapping from being loaded; a hint does not. */
export interface Finding extends Diagnostic {
  severity: 'error' | 'hint'
}

/** What a layout should need at the most; more is a sign that it describes documents rather than a layout. */
const mostLines = 30

export interface Lint {
  /** How long the mapping is. */
  lines: number
  findings: Finding[]
  mapping: Mapping | undefined
}

/** All that can be said about a mapping without a document. */
export function lintMapping(yaml: string, file: string): Lint {
  const lines = yaml.trimEnd().split('\n').length
  const checked = checkYaml(yaml, mappingOf(file))
  if ('mistakes' in checked) {
    const findings = checked.mistakes.map((it) => ({ severity: 'error' as const, ...it }))
    return { lines, findings, mapping: undefined }
  }
  const hints = hintsFor(checked.data).map(({ path, message }) => ({
    ...checked.placeOf(path),
    message: `${path.filter((key) => typeof key === 'string').join('.')}: ${message}`,
  }))
  const isLong = checked.data.reader === 'invoice' && lines > mostLines
  const long = { line: mostLines + 1, column: 1, message: `${lines} lines; ${mostLines} should do` }
  const findings = [...hints, ...(isLong ? [long] : [])]
  return {
    lines,
    findings: findings.map((it) => ({ severity: 'hint' as const, ...it })),
    mapping: checked.data,
  }
}
