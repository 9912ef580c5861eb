import { CircleAlert } from 'lucide-react'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { toFilingRule } from '../../domain/invoice/review-reasons.ts'
import type { Message } from '../../domain/messages/message.ts'
import { messageText } from '../i18n/message-text.ts'
import { jobText } from '../i18n/job-text.ts'

/** Maximum number of rules shown; the others are only counted. */
const maxRules = 5

/** Lists the rules that prevent filing, except those that are already shown as review reasons. */
export function OpenRulesNote({ invoice }: { invoice: Pick<InvoiceReading, 'filing' | 'review'> }) {
  const rules = findUnseenRules(invoice)
  if (rules.length === 0) return null
  const { rules: heading, moreRules } = jobText().withheld
  return (
    <div className="flex gap-2 pb-3 text-sm text-fail">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div>
        <p className="font-medium">{heading}</p>
        <ul className="list-disc pl-5">
          {rules.slice(0, maxRules).map((rule) => (
            <li key={`${rule.code} ${rule.path}`}>
              {messageText({ ...rule, message: rule.message ?? rule.code })}
            </li>
          ))}
        </ul>
        {rules.length > maxRules && <p>{moreRules(rules.length - maxRules)}</p>}
      </div>
    </div>
  )
}

/**
 * Returns the rules to show. Omits rules about lines that need review, because the reasons there often repeat a rule
 * under another code.
 */
function findUnseenRules({ filing, review }: Pick<InvoiceReading, 'filing' | 'review'>) {
  const open = review.reasons.filter(({ settled }) => !settled)
  const seen = new Set(open.map((reason) => toPlace(toFilingRule(reason))))
  return filing?.open_rules?.filter((rule) => !seen.has(toPlace(rule))) ?? []
}

/** Returns the path of the line or, for other messages, the code and path. */
function toPlace({ code, path }: Message): string {
  return /^lines\.\d+/.exec(path ?? '')?.[0] ?? `${code} ${path}`
}
