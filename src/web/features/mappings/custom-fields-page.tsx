import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { EditorOnly } from '../../api/editor-only.tsx'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { mappingText } from '../../i18n/mapping-text.ts'
import { useStore } from '../../store/store.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { FieldEditor } from './field-editor.tsx'
import {
  hasFields,
  customFieldsDraft,
  resetDraft,
  toMappingName,
  toMappingYaml,
} from './custom-fields-draft.ts'
import { PagePreview } from './page-preview.tsx'
import { PdfPicker } from './pdf-picker.tsx'
import { SaveDraft } from './save-draft.tsx'
import { trialReport } from './trial-report.ts'
import { TrialReportView } from './trial-report-view.tsx'
import { useTrial } from './use-trial.ts'

/** Lets the user define fields, test them on a PDF and save them as a mapping. */
export function CustomFieldsPage() {
  const { customFields: messages, back } = mappingText()
  usePageTitle(messages.title)
  const draft = useStore(customFieldsDraft)
  const yaml = useMemo(() => toMappingYaml(draft), [draft])
  const name = toMappingName(draft.title.trim() || messages.title)
  return (
    <>
      <div className="max-w-3xl pt-6 pb-5">
        <Link to="/mappings" className="text-sm text-accent underline-offset-4 hover:underline">
          {back}
        </Link>
        <h1 className="pt-1 text-2xl font-bold">{messages.title}</h1>
        <p className="pt-1 text-ink-soft">{messages.lead}</p>
      </div>
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-2">
        <div className="min-w-0">
          <FieldEditor draft={draft} onChange={customFieldsDraft.set} />
          <div className="flex flex-wrap gap-2 pt-4">
            {hasFields(draft) && (
              <SaveDraft
                source={{
                  name,
                  yaml,
                  is_draft: true,
                  version: null,
                  saved_by: null,
                  saved_at: null,
                }}
                yaml={yaml}
              />
            )}
            <button type="button" className={buttonClass.secondary} onClick={resetDraft}>
              {messages.clear}
            </button>
          </div>
        </div>
        <div className="min-w-0">
          <EditorOnly>{hasFields(draft) ? <Trial name={name} yaml={yaml} /> : null}</EditorOnly>
          {!hasFields(draft) && <p className="text-ink-soft">{messages.empty}</p>}
        </div>
      </div>
    </>
  )
}

/** Shows the values that the fields find in the selected PDF. */
function Trial({ name, yaml }: { name: string; yaml: string }) {
  const { report, customFields: messages } = mappingText()
  const { pdf, trial, error, isReading } = useTrial({ name, yaml, params: {} })
  const groups = useMemo(() => (trial ? trialReport(trial, report) : []), [trial, report])
  const [selected, setSelected] = useState<string>()
  const mistakes = trial?.findings.filter(({ severity }) => severity === 'error') ?? []
  const isRead = pdf && trial && mistakes.length === 0
  return (
    <>
      <PdfPicker pdf={pdf} isReading={isReading} />
      {error && (
        <p role="alert" className="pt-3 text-fail">
          <ErrorText error={error} />
        </p>
      )}
      {mistakes.length > 0 && (
        <ul aria-label={messages.mistakes} className="list-disc pt-3 pl-5 text-sm text-fail">
          {mistakes.map(({ message }, at) => (
            <li key={at}>{message}</li>
          ))}
        </ul>
      )}
      {isRead && <TrialReportView groups={groups} selected={selected} onSelect={setSelected} />}
      {isRead && (
        <PagePreview
          pages={trial.pages}
          pageCount={trial.pages.length}
          groups={groups}
          selected={selected}
        />
      )}
    </>
  )
}
