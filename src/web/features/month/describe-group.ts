import { jobText } from '../../i18n/job-text.ts'
import { faultSentence, messageText } from '../../i18n/message-text.ts'
import { monthText } from '../../i18n/month-text.ts'
import { isSameForAll, type RuleGroup } from './group-rules.ts'

/** Describes a failed rule. Leaves out the company, amount or date if it differs between invoices. */
export function describeGroup(group: RuleGroup): string {
  const { rule } = group
  if (isSameForAll(group)) return messageText(rule)
  const title = monthText().ruleTitles[rule.code] ?? jobText().queue.reasonTitles[rule.code]
  return title === undefined ? messageText(rule) : faultSentence(title)
}
