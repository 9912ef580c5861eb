import { EditorOnly } from '../../api/editor-only.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type MappingSource, mappingRoutes } from '../../../domain/api/routes/mappings.ts'
import { client } from '../../api/client.ts'
import { layoutsQuery } from '../../api/layouts-query.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { edits, setEdit } from './mapping-edits.ts'
import { trialReport } from './trial-report.ts'
import { useTrial } from './use-trial.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { DraftTag } from './draft-tag.tsx'
import { LearnedLayoutActions } from './learned-layouts.tsx'
import { DeleteDraftButton, SaveDraft } from './save-draft.tsx'
import { MappingEditor } from './mapping-editor.tsx'
import { PagePreview } from './page-preview.tsx'
import { PdfPicker } from './pdf-picker.tsx'
import { TrialReportView } from './trial-report-view.tsx'
import { collectParams, ParamForm } from '../../mapping-choice/param-form.tsx'
import { useStore } from '../../store/store.ts'
import { enteredParams, useMappings } from '../../mapping-choice/mapping-choice.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { mappingText } from '../../i18n/mapping-text.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'

/** Shows one mapping, and lets the user test and edit it. */
export function MappingPage() {
  const { name } = useParams({ from: '/mappings/$name' })
  const messages = mappingText()
  usePageTitle(name)
  const layouts = useQuery(layoutsQuery)
  const learnedLayout = layouts.data?.layouts.find((layout) => layout.name === name)
  const { data, error, refetch } = useQuery({
    queryKey: ['mapping', name],
    queryFn: ({ signal }) => client.call(mappingRoutes.getMapping, { params: { name }, signal }),
    enabled: !layouts.isPending && !learnedLayout,
  })
  const source = learnedLayout ? { ...learnedLayout, is_draft: false, saved_by: null } : data
  if (source)
    return <MappingWorkbench key={name} source={source} learnedTitle={learnedLayout?.title} />
  return error ? (
    <div className="pt-6">
      <LoadFailure reason={messages.notLoadedOne} error={error} onRetry={refetch} />
    </div>
  ) : null
}

interface WorkbenchProps {
  source: MappingSource
  /** Title of a layout that the user owns; undefined for other mappings. */
  learnedTitle: string | undefined
}

function MappingWorkbench({ source, learnedTitle }: WorkbenchProps) {
  const { name } = source
  const { report } = mappingText()
  const yaml = useStore(edits)[name] ?? source.yaml
  const summary = useMappings().data?.mappings.find((one) => one.name === name)
  const typed = useStore(enteredParams)
  const params = summary ? collectParams(summary, typed) : {}
  const { pdf, trial, error, isSound, isReading } = useTrial({ name, yaml, params })
  const groups = useMemo(() => (trial ? trialReport(trial, report) : []), [trial, report])
  const [selected, setSelected] = useState<string>()
  const isRead = trial !== undefined && !trial.findings.some(isMistake)
  return (
    <>
      <MappingHeading
        source={source}
        title={learnedTitle ?? summary?.title}
        isOwn={learnedTitle !== undefined}
      />
      <EditorOnly>
        <PdfPicker pdf={pdf} isReading={isReading} />
      </EditorOnly>
      {summary && <ParamForm mapping={summary} />}
      {error && (
        <p role="alert" className="pt-3 text-fail">
          <ErrorText error={error} />
        </p>
      )}
      <div className="grid gap-x-6 gap-y-2 lg:grid-cols-2">
        <div className="min-w-0">
          <MappingEditor
            name={name}
            yaml={yaml}
            original={source.yaml}
            findings={trial?.findings ?? []}
            moreFindings={trial?.more_findings ?? 0}
            isSound={isSound}
            onChange={(text) => setEdit(name, text === source.yaml ? undefined : text)}
          />
          <div className="flex flex-wrap gap-2 pt-3">
            <SaveActions source={source} yaml={yaml} isOwn={learnedTitle !== undefined} />
          </div>
        </div>
        {pdf && trial && isRead && (
          <PagePreview
            pages={trial.pages}
            pageCount={trial.explanation?.page_count ?? trial.pages.length}
            groups={groups}
            selected={selected}
          />
        )}
      </div>
      {pdf && trial && isRead && (
        <TrialReportView groups={groups} selected={selected} onSelect={setSelected} />
      )}
    </>
  )
}

interface SaveActionsProps {
  source: MappingSource
  yaml: string
  isOwn: boolean
}

function SaveActions({ source, yaml, isOwn }: SaveActionsProps) {
  const { name, is_draft } = source
  return (
    <>
      {isOwn ? (
        <EditorOnly>
          <LearnedLayoutActions name={name} yaml={yaml} />
        </EditorOnly>
      ) : (
        <SaveDraft source={source} yaml={yaml} />
      )}
      {is_draft && <DeleteDraftButton name={name} />}
    </>
  )
}

const isMistake = ({ severity }: { severity: string }) => severity === 'error'

interface HeadingProps {
  source: MappingSource
  title: string | undefined
  isOwn: boolean
}

function MappingHeading({ source, title, isOwn }: HeadingProps) {
  const messages = mappingText()
  const { name, is_draft, version, saved_by, saved_at } = source
  const savedText = (moment: string) =>
    saved_by === null ? moment : messages.savedAt(moment, saved_by)
  const facts = [
    ...(is_draft ? [] : [isOwn ? messages.learned.own : messages.builtIn]),
    ...(version === null ? [] : [messages.version(version)]),
    ...(saved_at === null ? [] : [savedText(formatDayAndTime(saved_at))]),
  ]
  return (
    <div className="pt-6 pb-3">
      <Link to="/mappings" className="text-sm text-accent underline-offset-4 hover:underline">
        {messages.back}
      </Link>
      <h1 className="flex flex-wrap items-center gap-x-3 pt-1 text-2xl font-bold wrap-anywhere">
        <span lang="en">{title ?? name}</span>
        {is_draft && <DraftTag />}
      </h1>
      <p className="pt-1 text-sm text-ink-soft">
        <code className="wrap-anywhere">{name}</code>
        {facts.length > 0 && ` · ${facts.join(' · ')}`}
      </p>
    </div>
  )
}
