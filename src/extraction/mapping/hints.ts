import type { FaultCode, FaultParams } from '../../domain/messages/fault-codes.ts'
import { createFault } from '../../domain/messages/fault.ts'
import type { Message } from '../../domain/messages/message.ts'
import type { InvoiceLayout, Locator } from '../../domain/mapping/invoice-layout.ts'
import type { Mapping } from '../../domain/mapping/mapping.ts'
import { toLabelKey } from '../text/text-lines.ts'

interface Hint {
  /** Path of the value in the file. */
  keys: (string | number)[]
  message: Message
}

function createHint<C extends FaultCode>(
  code: C,
  keys: Hint['keys'],
  params: FaultParams[C],
): Hint {
  const path = keys.filter((key) => typeof key === 'string').join('.')
  return { keys, message: createFault(code, path, params) }
}

/** Finds valid constructs that probably do not work as intended. */
export function findHints(mapping: Mapping): Hint[] {
  if (mapping.reader !== 'invoice') return []
  return [
    ...findMatchHints(mapping),
    ...findFieldHints(mapping),
    ...findTotalHints(mapping),
    ...findDuplicateRules(mapping),
  ]
}

function findMatchHints({ match }: InvoiceLayout): Hint[] {
  if (match.length > 1) return []
  return [createHint('match_single', ['match'], {})]
}

function findFieldHints({ fields }: InvoiceLayout): Hint[] {
  const needed = ['number', 'date', 'currency', 'buyer.name'] as const
  return needed
    .filter((name) => !fields[name])
    .map((field) => createHint('field_not_located', ['fields'], { field }))
}

function findTotalHints({ totals }: InvoiceLayout): Hint[] {
  return totals.grand_total ? [] : [createHint('grand_total_not_located', ['totals'], {})]
}

/** Finds values with the same rule, which always yields the same text for both. */
function findDuplicateRules({
  fields,
  totals: { charges, withheld, ...totals },
}: InvoiceLayout): Hint[] {
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
    return [createHint('rule_repeated', path, { field: name, other: earlier.name })]
  })
}
