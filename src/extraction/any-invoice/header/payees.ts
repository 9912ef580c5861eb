import type { Segment } from '../../text/text-lines.ts'
import { tokenize } from '../labels/phrases.ts'
import type { PageView } from './page-view.ts'

/** Words before an account holder's name: `a/n PT Maju`, `Account name: …`, `Please make cheques payable to`. */
const payeePattern =
  /(?:^|[\s(,;])(?:account\s+name|account\s+holder|a\/n\.?|a\.\s?n\.?|an\.|atas\s+nama|nama\s+rekening|beneficiary(?:\s+name)?|payable\s+to|(?:made|payment|paid|transfer(?:red)?)\s+(?:direct(?:ly)?\s+)?to|kontoinhaber(?:in)?|titulaire(?:\s+du\s+compte)?|titular|intestat[oa](?:\s+a)?|rekeninghouder|ten\s+name\s+van|t\.\s?n\.\s?v\.)(?=[\s:]|$)\s*:?\s*(.*)$/i

/** Maximum distance from the label down to the account holder's name, in ems. */
const maxBelowEm = 2.2

/** Returns the texts that begin with an account holder's name. */
export function findPayees(view: PageView): string[] {
  const { segments, segments_by_page } = view.document
  return segments.flatMap((segment) => {
    const [match, rest = ''] = payeePattern.exec(segment.text) ?? []
    if (match === undefined) return []
    if (/\p{L}/u.test(rest)) return [rest]
    const right = findNameToRight(segment, segments_by_page.get(segment.page) ?? [])
    if (right) return [right.text]
    const [below] = view.findLinesBelow(segment, 1)
    const isNear = below && below.baseline - segment.baseline <= maxBelowEm * segment.font_size
    return isNear ? [below.text] : []
  })
}

/** Returns the nearest text with letters to the right of a label. Skips a colon in its own column. */
function findNameToRight(label: Segment, onPage: Segment[]): Segment | undefined {
  return onPage
    .filter(
      (other) =>
        Math.abs(other.baseline - label.baseline) <= 0.3 * label.font_size &&
        other.box[0] >= label.box[2] &&
        /\p{L}/u.test(other.text),
    )
    .toSorted((a, b) => a.box[0] - b.box[0])[0]
}

/** True if one of the texts begins with the words in the name. Banks put the legal form last: `SINAR ABADI PT`. */
export function isPayee(name: string, payees: readonly string[]): boolean {
  const tokens = tokenize(name)
  const key = tokens.toSorted().join(' ')
  return payees.some(
    (payee) => tokenize(payee).slice(0, tokens.length).toSorted().join(' ') === key,
  )
}
