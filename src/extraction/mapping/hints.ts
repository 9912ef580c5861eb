import type { InvoiceLayout, Locator } from '../../domain/mapping/invoice-layout.ts'
import type { Mapping } from '../../domain/mapping/mapping.ts'
import { toLabelKey } from '../text/text-lines.ts'
import type { Fault } from './check-layout.ts'

/** Valid constructs that probably do not work as intended. */
export function findHints(mapping: Mapping): Fault[] {
  if (mapping.reader !== 'invoice') return []
  return [
    ...matchHints(mapping),
    ...fieldHints(mapping),
    ...totalHints(mapping),
    ...duplicateRules(mapping),
  ]
}

function matchHints({ match }: InvoiceLayout): Fault[] {
  if (match.length > 1) return []
  const message =
    'one text alone may also stand in documents of other layouts; add a word that only this layout has'
  return [{ path: ['match'], message }]
}

function fieldHints({ fields }: InvoiceLayout): Fault[] {
  const needed = ['number', 'date', 'currency', 'buyer.name'] as const
  return needed
    .filter((name) => !fields[name])
    .map((name) => ({
      path: ['fields'],
      message: `nothing says where ${name} stands, so every document will need a review`,
    }))
}

function totalHints({ totals }: InvoiceLayout): Fault[] {
  if (totals.grand_total) return []
  const message = 'without grand_total nothing proves the document, so each will need a review'
  return [{ path: ['totals'], message }]
}

/** Two values with the same rule always read the same text. */
function duplicateRules({
  fields,
  totals: { charges, withheld, ...totals },
}: InvoiceLayout): Fault[] {
  const groups = { fields, totals, 'totals.charges': charges, 'totals.withheld': withheld }
  const rules = Object.entries(groups).flatMap(([group, locators]) =>
    Object.entries(locators as Record<string, Locator | undefined>).flatMap(([name, locator]) =>
      (locator ?? []).map((rule, index) => ({
        name,
        path: [...group.split('.'), name, index],
        key: `${group.split('.')[0]} ${toLabelKey(JSON.stringify(rule))}`,
        is_label: rule.constant === undefined,
      })),
    ),
  )
  return rules.flatMap(({ name, path, key, is_label }, at) => {
    const earlier = rules.slice(0, at).find((other) => other.key === key)
    if (!earlier || !is_label) return []
    const message = `${name} is looked for just like ${earlier.name}, so both will have the same value`
    return [{ path, message }]
  })
}
