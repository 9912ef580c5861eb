import { useId, useRef } from 'react'
import type { Trial } from '../../../domain/api/routes/mappings.ts'
import { indentAt, lineRange } from './mapping-text.ts'
import { messageText } from '../../i18n/message-text.ts'
import { mappingText } from '../../i18n/mapping-text.ts'
import { buttonClass } from '../../ui/button-class.ts'

type Finding = Trial['findings'][number]

interface MappingEditorProps {
  name: string
  yaml: string
  original: string
  findings: readonly Finding[]
  /** Number of errors that the server did not list. */
  moreFindings: number
  /** True if the mapping has no errors but has not been tested with a PDF yet. */
  isSound: boolean
  onChange: (yaml: string) => void
}

export function MappingEditor(props: MappingEditorProps) {
  const { name, yaml, original, findings, moreFindings, isSound, onChange } = props
  const { editor: messages } = mappingText()
  const field = useRef<HTMLTextAreaElement>(null)
  const findingsId = useId()
  const mistakes = findings.filter(({ severity }) => severity === 'error')
  function goTo(line: number): void {
    field.current?.focus()
    field.current?.setSelectionRange(...lineRange(yaml, line))
  }
  return (
    <section aria-labelledby="editor-heading" className="pt-6">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 pb-1">
        <h2 id="editor-heading" className="text-lg font-bold">
          {messages.heading}
        </h2>
        {yaml !== original && (
          <p className="flex items-center gap-2 text-sm text-doubt">
            {messages.edited}
            <button type="button" className={buttonClass.quiet} onClick={() => onChange(original)}>
              {messages.discard}
            </button>
          </p>
        )}
      </div>
      <NumberedField
        ref={field}
        label={messages.label(name)}
        text={yaml}
        marked={mistakes.map(({ line }) => line)}
        describedBy={findingsId}
        onChange={onChange}
      />
      <div id={findingsId} className="pt-2 text-sm">
        {mistakes.length > 0 && (
          <p role="alert" className="font-medium text-fail">
            {messages.mistakes(mistakes.length + moreFindings)}
          </p>
        )}
        {isSound && <p className="text-done">{messages.noMistakes}</p>}
        {findings.length > 0 && (
          <ul aria-label={messages.findings}>
            {findings.map((finding) => (
              <FindingRow key={JSON.stringify(finding)} finding={finding} onGo={goTo} />
            ))}
          </ul>
        )}
        {moreFindings > 0 && <p>{messages.more(moreFindings)}</p>}
        <p className="pt-1 text-ink-soft">{messages.hint}</p>
      </div>
    </section>
  )
}

function FindingRow({ finding, onGo }: { finding: Finding; onGo: (line: number) => void }) {
  const { editor: messages } = mappingText()
  const { severity, line } = finding
  const isMistake = severity === 'error'
  return (
    <li className={`flex gap-2 ${isMistake ? 'text-fail' : 'text-doubt'}`}>
      <button
        type="button"
        className="min-h-6 shrink-0 cursor-pointer self-start font-medium underline underline-offset-4"
        onClick={() => onGo(line)}
      >
        {messages.line(line)}
      </button>
      <span className="min-w-0 wrap-anywhere">
        {!isMistake && `${messages.hints}: `}
        {messageText(finding)}
      </span>
    </li>
  )
}

interface NumberedFieldProps {
  ref: React.RefObject<HTMLTextAreaElement | null>
  label: string
  text: string
  /** Numbers of the highlighted lines, starting at 1. */
  marked: readonly number[]
  describedBy: string
  onChange: (text: string) => void
}

/** A text field with line numbers. Grows with its text, so that the numbers stay aligned; long lines scroll. */
function NumberedField({ ref, label, text, marked, describedBy, onChange }: NumberedFieldProps) {
  const numbers = text.split('\n').map((_, index) => index + 1)
  return (
    <div className="grid grid-cols-[auto_1fr] overflow-hidden rounded-xl border border-edge bg-surface font-mono text-base/6 focus-within:outline-2 focus-within:outline-accent sm:text-sm/6">
      <div
        aria-hidden="true"
        className="border-r border-line py-2 pr-2 pl-3 text-right text-ink-soft select-none"
      >
        {numbers.map((number) => (
          <div key={number} className={marked.includes(number) ? 'font-bold text-fail' : ''}>
            {number}
          </div>
        ))}
      </div>
      <div className="relative min-w-0">
        {marked.map((line) => (
          <div
            key={line}
            data-line={line}
            className="absolute inset-x-0 h-6 bg-fail-wash"
            style={{ top: `${0.5 + (line - 1) * 1.5}rem` }}
          />
        ))}
        <textarea
          ref={ref}
          aria-label={label}
          aria-invalid={marked.length > 0}
          aria-describedby={describedBy}
          rows={numbers.length}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          className="relative block w-full resize-none overflow-x-auto overflow-y-hidden bg-transparent px-2 pt-2 pb-5 outline-none"
          value={text}
          onKeyDown={insertIndentedLine}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
    </div>
  )
}

/** Inserts a line with the indentation of the previous one, which YAML needs. */
function insertIndentedLine(event: React.KeyboardEvent<HTMLTextAreaElement>): void {
  const { currentTarget, key, shiftKey } = event
  if (key !== 'Enter' || shiftKey || event.nativeEvent.isComposing) return
  const indent = indentAt(currentTarget.value, currentTarget.selectionStart)
  if (indent === '') return
  event.preventDefault()
  // The browser can undo only text that is inserted in this way.
  document.execCommand('insertText', false, `\n${indent}`)
}
