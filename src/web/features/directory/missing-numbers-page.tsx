import { EditorOnly } from '../../api/editor-only.tsx'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ClipboardEvent, useState } from 'react'
import { toAppError } from '../../../domain/errors/app-error.ts'
import {
  maxNumbers,
  type MissingNumber,
  missingNumberRoutes,
  type SavedNumbers,
} from '../../../domain/api/routes/missing-numbers.ts'
import { findNpwpFault } from '../../../domain/invoice/tax-numbers.ts'
import { client } from '../../api/client.ts'
import { refetch } from '../../api/refetch.ts'
import { useRefetchOnChange } from '../../api/use-refetch-on-change.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { directoryText } from '../../i18n/directory-text.ts'
import { useIsFeedReady, useLiveJobs } from '../../live/use-live-jobs.ts'
import { announce } from '../../ui/announcements.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { MissingNumberRow } from './missing-number-row.tsx'
import { type PastedNumbers, readPastedNumbers } from './paste-column.ts'
import { findTwins } from './find-twins.ts'
import { SubmitButton } from '../../ui/action-button.tsx'

const key = ['missing-numbers']
/** Maximum number of pasted names that a message lists. */
const maxListedNames = 10

/** Lists the companies whose NPWP is missing. Saving numbers rechecks the invoices that wait for them. */
export function MissingNumbersPage() {
  const texts = directoryText().missing
  usePageTitle(texts.title)
  const found = useInfiniteQuery({
    queryKey: key,
    enabled: useIsFeedReady(),
    queryFn: ({ signal, pageParam }) =>
      client.call(missingNumberRoutes.listMissingNumbers, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const { data, error } = found
  const companies = data?.pages.flatMap((page) => page.companies)
  // Reloads on any change, because a recheck that leaves a document in review does not change the counts.
  useRefetchOnChange(key, useLiveJobs().data?.revision)
  return (
    <>
      <div className="pt-6 pb-4">
        <Link to="/directory" className="text-sm text-accent underline-offset-4 hover:underline">
          {directoryText().title}
        </Link>
        <h1 className="pt-1 text-2xl font-bold">{texts.heading}</h1>
        <p className="max-w-3xl pt-1 text-ink-soft">{texts.lead}</p>
      </div>
      <CheckProgress />
      <EditorOnly>
        {companies && <Companies companies={companies} />}
        <MoreButton query={found} className="mt-3">
          {texts.more((data?.pages[0]?.company_count ?? 0) - (companies?.length ?? 0))}
        </MoreButton>
      </EditorOnly>
      {!data && error && (
        <FailureNotice reason={texts.notLoaded} onRetry={() => void refetch(key)}>
          <ErrorText error={toAppError(error)} />
        </FailureNotice>
      )}
    </>
  )
}

/** Shows how many documents are still being rechecked. */
function CheckProgress() {
  const jobs = useLiveJobs().data?.jobs
  const left = [...(jobs?.values() ?? [])].filter(({ reread_reason }) => reread_reason !== null)
  return (
    <output className="block pb-3 text-sm text-ink-soft empty:hidden">
      {left.length > 0 && directoryText().missing.checking(left.length)}
    </output>
  )
}

function Companies({ companies }: { companies: MissingNumber[] }) {
  const texts = directoryText().missing
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [pasted, setPasted] = useState<PastedNumbers>()
  const [isAsking, setIsAsking] = useState(false)
  const save = useSave()
  const value = ({ name, printed }: MissingNumber) => typed[name] ?? printed ?? ''
  const ready = companies.filter((one) => findNpwpFault(value(one)) === undefined)
  const hasApproved = ready.some(({ approved_count }) => approved_count > 0)
  const send = (include_approved: boolean) => {
    setIsAsking(false)
    const numbers = ready.map((company) => ({ company, tin: value(company) }))
    save.mutate({ numbers, include_approved })
  }
  const paste = (index: number, event: ClipboardEvent<HTMLInputElement>) => {
    const found = readPastedNumbers(companies, index, event.clipboardData.getData('text'))
    setPasted(found)
    if (!found) return
    event.preventDefault()
    setTyped({ ...typed, ...found.numbers })
    announce(texts.pasted(Object.keys(found.numbers).length))
  }
  if (companies.length === 0) return <NothingMissing />
  const twins = findTwins(companies.map((one) => ({ name: one.name, number: value(one) })))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (hasApproved) setIsAsking(true)
        else send(false)
      }}
    >
      <ul
        aria-label={texts.list}
        className="divide-y divide-line rounded-xl border border-line bg-surface"
      >
        {companies.map((company, index) => (
          <MissingNumberRow
            key={company.name}
            company={company}
            value={value(company)}
            twin={twins.get(company.name)}
            rejection={findRejection(save.data, company)}
            onChange={(number) => setTyped({ ...typed, [company.name]: number })}
            onPaste={(event) => paste(index, event)}
          />
        ))}
      </ul>
      <ErrorMessage error={save.error} className="pt-3" />
      {pasted && <PasteProblems {...pasted} />}
      <SaveBar count={ready.length} isPending={save.isPending} />
      {isAsking && <ApprovedDialog onSave={send} onClose={() => setIsAsking(false)} />}
    </form>
  )
}

/** Lists pasted names and numbers that were not filled in. */
function PasteProblems({ unmatched, conflicting }: PastedNumbers) {
  const texts = directoryText().missing
  if (unmatched.length === 0 && conflicting.length === 0) return null
  return (
    <div role="alert" className="space-y-1 pt-3 text-sm text-doubt wrap-anywhere">
      {unmatched.length > 0 && <p>{texts.unmatched(shorten(unmatched))}</p>}
      {conflicting.length > 0 && <p>{texts.conflicting(shorten(conflicting))}</p>}
    </div>
  )
}

/** Lists the first `maxListedNames` names, and says how many more there are. */
function shorten(names: readonly string[]): string {
  const listed = names.slice(0, maxListedNames).join(', ')
  const others = names.length - maxListedNames
  return others > 0 ? directoryText().missing.andOthers(listed, others) : listed
}

function SaveBar({ count, isPending }: { count: number; isPending: boolean }) {
  const texts = directoryText().missing
  return (
    <div className="sticky bottom-0 -mx-3 mt-3 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-3 py-3 sm:-mx-6 sm:px-6">
      <SubmitButton look="primary" isDisabled={count === 0 || isPending}>
        {texts.save(count)}
      </SubmitButton>
      <span className="text-sm text-ink-soft">{texts.pasteHint}</span>
    </div>
  )
}

interface NumberToSave {
  company: MissingNumber
  tin: string
}

interface SaveRequest {
  numbers: NumberToSave[]
  include_approved: boolean
}

interface SaveResult extends SavedNumbers {
  sent: NumberToSave[]
}

interface ApprovedDialogProps {
  onSave: (includesApproved: boolean) => void
  onClose: () => void
}

/** Asks whether approved invoices should also get the numbers. */
function ApprovedDialog({ onSave, onClose }: ApprovedDialogProps) {
  const texts = directoryText().missing.askApproved
  return (
    <Dialog heading={texts.heading} onClose={onClose}>
      <p>{texts.text}</p>
      <div className="flex flex-wrap gap-3 pt-5">
        <button type="button" className={buttonClass.primary} onClick={() => onSave(true)}>
          {texts.include}
        </button>
        <button type="button" className={buttonClass.secondary} onClick={() => onSave(false)}>
          {texts.exclude}
        </button>
      </div>
    </Dialog>
  )
}

function useSave() {
  return useMutation({
    mutationFn: async ({ numbers: sent, include_approved }: SaveRequest): Promise<SaveResult> => {
      const numbers = sent.map(({ company: { name, spellings }, tin }) => ({
        name,
        spellings,
        tin,
      }))
      const result: SaveResult = { saved_count: 0, approved_count: 0, rejected: [], sent }
      for (let start = 0; start < numbers.length; start += maxNumbers) {
        const body = { numbers: numbers.slice(start, start + maxNumbers), include_approved }
        const saved = await client.call(missingNumberRoutes.saveMissingNumbers, { body })
        result.saved_count += saved.saved_count
        result.approved_count += saved.approved_count
        result.rejected.push(...saved.rejected.map((one) => ({ ...one, index: one.index + start })))
      }
      return result
    },
    async onSuccess({ saved_count }) {
      announce(directoryText().missing.saved(saved_count))
      await refetch(key)
    },
  })
}

/** Returns why the server did not save this company's number. */
function findRejection(result: SaveResult | undefined, { name }: MissingNumber) {
  return result?.rejected.find(({ index }) => result.sent[index]?.company.name === name)?.errors[0]
}

function NothingMissing() {
  const texts = directoryText().missing
  return (
    <div className="rounded-xl border border-dashed border-edge px-6 py-12 text-center">
      <p className="pb-3 text-ink-soft">{texts.none}</p>
      <Link to="/queue" className={buttonClass.secondary}>
        {texts.toQueue}
      </Link>
    </div>
  )
}
