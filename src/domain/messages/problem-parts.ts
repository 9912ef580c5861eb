import { formatAmount, type Separators } from './format-amount.ts'
import type { Message } from './message.ts'
import type { ChangeFault, ErrorParams, LineFault } from './problem-codes.ts'
import { type Catalogue, type ErrorCatalogues, renderErrorFrom, renderFrom } from './render-from.ts'

/** One language's wording for the shared parts of problem messages. */
export interface ProblemWording {
  separators: Separators
  faults: Catalogue
  changeFaults: Readonly<Record<ChangeFault, string>>
  lineFault: (line: number, fault: string) => string
  moreFaults: (more: number) => string
  /** Returns the catalogues. This is a function, because the catalogues themselves are built from these parts. */
  catalogues: () => ErrorCatalogues
}

export interface ProblemParts {
  count(number: number): string
  errorText(error: ErrorParams): string
  /** Returns, for example, `scan.pdf: This PDF is locked.` */
  named(document: { name: string; error: ErrorParams }): string
  changeFault(fault: ChangeFault, most?: number): string
  /** Describes a fault and its position. `whole` replaces the position if a fault has no path. */
  faultText(fault: Message, whole?: string | null): string
  lineFaults(found: readonly LineFault[], more: number): string
}

/** Builds the shared parts of problem messages in one language. */
export function composeProblemParts(wording: ProblemWording): ProblemParts {
  const count = (number: number) => formatAmount(String(number), wording.separators)
  const errorText = (error: ErrorParams) => renderErrorFrom(wording.catalogues(), error)
  const faultText = (fault: Message, whole: string | null = null) =>
    renderFrom(wording.faults, { ...fault, path: fault.path ?? whole })
  return {
    count,
    errorText,
    faultText,
    named: ({ name, error }) => `${name}: ${errorText(error)}`,
    changeFault: (fault, most = 0) => wording.changeFaults[fault].replace('{most}', count(most)),
    lineFaults: (found, more) => {
      const lines = found.map(({ line, ...fault }) => wording.lineFault(line, faultText(fault)))
      return [...lines, ...(more > 0 ? [wording.moreFaults(more)] : [])].join(' ')
    },
  }
}

/** Adds a full stop unless the text already ends with punctuation. */
export function endSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`
}
