import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'
import { messageText } from '../../i18n/message-text.ts'
import { monthText } from '../../i18n/month-text.ts'
import { isMissingNumber } from '../../jobs/missing-numbers-link.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { describeGroup } from './describe-group.ts'
import {
  type Confirmations,
  exportedCode,
  groupRules,
  isConfirmed,
  type RuleGroup,
} from './group-rules.ts'

const styles = {
  error: { icon: CircleAlert, className: 'text-fail' },
  confirm: { icon: TriangleAlert, className: 'text-doubt' },
  info: { icon: Info, className: 'text-ink-soft' },
}

interface OpenRulesProps {
  documents: readonly PreflightDocument[]
  confirmed: Confirmations
  onConfirm: (code: string, documents: readonly PreflightDocument[]) => void
}

/** Lists what keeps invoices out of the file: each rule with its remedy. */
export function OpenRules({ documents, confirmed, onConfirm }: OpenRulesProps) {
  const words = monthText()
  const groups = groupRules(documents)
  return (
    <section aria-labelledby="rules-heading">
      <h2 id="rules-heading" className="pb-2 text-lg font-bold">
        {words.problems}
      </h2>
      {groups.length === 0 ? (
        <p className="flex items-center gap-2 text-done">
          <CircleCheck aria-hidden="true" className="size-5" />
          {words.noProblems}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
          {groups.map((group) => (
            <li key={group.rule.code} className="px-4 py-3">
              <RuleEntry group={group} confirmed={confirmed} onConfirm={onConfirm} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface RuleEntryProps {
  group: RuleGroup
  confirmed: Confirmations
  onConfirm: (code: string, documents: readonly PreflightDocument[]) => void
}

function RuleEntry({ group, confirmed, onConfirm }: RuleEntryProps) {
  const { rule, documents } = group
  const words = monthText()
  const { icon: Icon, className } = styles[rule.severity]
  const [first] = documents
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-2 gap-y-2">
        <Icon aria-hidden="true" className={`mt-1 size-4 shrink-0 ${className}`} />
        <span className="sr-only">{words.severity[rule.severity]}</span>
        <p className="min-w-0 flex-1 basis-60">
          {documents.length === 1 && first ? (
            <>
              <InvoiceLink document={first} />{' '}
            </>
          ) : (
            <b>{words.times(documents.length)} </b>
          )}
          {describeGroup(group)}
        </p>
        <span className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:pl-6">
          <RuleFix group={group} />
          {rule.severity === 'confirm' && (
            <ConfirmRule group={group} confirmed={confirmed} onConfirm={onConfirm} />
          )}
        </span>
      </div>
      {documents.length > 1 && <AffectedInvoices documents={documents} code={rule.code} />}
    </>
  )
}

/** Shows how to fix a rule, as an alternative to confirming it. */
function RuleFix({ group: { rule, documents } }: { group: RuleGroup }) {
  const words = monthText()
  const [first] = documents
  return (
    <>
      {rule.fix === 'directory' && (
        <Link
          to={isMissingNumber(rule.code) ? '/directory/missing' : '/directory'}
          className={buttonClass.small}
        >
          {isMissingNumber(rule.code) ? words.fix.numbers : words.fix.directory}
        </Link>
      )}
      {rule.fix === 'rates' && (
        <Link to="/directory" search={{ show: 'rates' }} className={buttonClass.small}>
          {words.fix.rates}
        </Link>
      )}
      {rule.fix === 'correct' && first && (
        <Link to="/review/$id" params={{ id: first.id }} className={buttonClass.small}>
          {words.fix.correct}
        </Link>
      )}
      {rule.fix === 'split' && first && (
        <Link to="/split/$id" params={{ id: first.id }} className={buttonClass.small}>
          {words.fix.split}
        </Link>
      )}
      {rule.fix === 'undo_export' && (
        <a href="#exported-files" className={buttonClass.small}>
          {words.fix.undo_export}
        </a>
      )}
    </>
  )
}

function ConfirmRule({ group: { rule, documents }, confirmed, onConfirm }: RuleEntryProps) {
  const words = monthText()
  const open = documents.filter((document) => !isConfirmed(confirmed, document, rule.code))
  if (open.length === 0) return <span className="text-sm text-done">{words.confirmedAll}</span>
  return (
    <button type="button" className={buttonClass.small} onClick={() => onConfirm(rule.code, open)}>
      {rule.code === exportedCode ? words.exportAgain(open.length) : words.confirm(open.length)}
    </button>
  )
}

function InvoiceLink({ document: { id, number, filename } }: { document: PreflightDocument }) {
  return (
    <Link to="/review/$id" params={{ id }} className="text-accent underline underline-offset-4">
      {number ?? filename}
    </Link>
  )
}

/** Lists each invoice with its own message, because companies or amounts differ. */
function AffectedInvoices({
  documents,
  code,
}: {
  documents: readonly PreflightDocument[]
  code: string
}) {
  const words = monthText()
  return (
    <details className="pt-1 pl-6 text-sm">
      <summary className="cursor-pointer text-accent">{words.affected(documents.length)}</summary>
      <ul className="max-h-72 list-disc overflow-y-auto pt-1 pl-5">
        {documents.map((document) => (
          <li key={document.id}>
            <InvoiceLink document={document} />{' '}
            {document.rules
              .filter((rule) => rule.code === code)
              .map(messageText)
              .join(' ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
