import { Download } from 'lucide-react'
import type { ImportResponse } from '../../../domain/api/routes/directory.ts'
import type { RenderedMessage } from '../../../domain/messages/message.ts'
import { saveBlob } from '../../browser/save-file.ts'
import { directoryText } from '../../i18n/directory-text.ts'
import { messageText } from '../../i18n/message-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { rejectedCsv } from './rejected-csv.ts'

/** Describes a fault. Names the column as the page does: `NPWP: must be 16 digits`. */
function describeFault(fault: RenderedMessage): string {
  const text = messageText(fault)
  const prefix = `${fault.path}: `
  const label = directoryText().fields[fault.path ?? '']
  return label !== undefined && text.startsWith(prefix)
    ? `${label}: ${text.slice(prefix.length)}`
    : text
}

/** Shows the rows that cannot be imported, with the reasons. They can be downloaded, corrected and imported again. */
export function RejectedRows({ answer }: { answer: ImportResponse }) {
  const texts = directoryText()
  const { rejected, rejected_count, columns } = answer
  if (rejected_count === 0) return null
  const headers = columns.map(({ header }) => header)
  const rows = rejected.map(({ line, cells, errors }) => ({
    line,
    cells,
    reason: errors.map(describeFault).join('; '),
  }))
  const save = () => {
    const csv = rejectedCsv([...headers, texts.import.reason], rows)
    saveBlob(new Blob([csv], { type: 'text/csv' }), 'rejected.csv')
  }
  return (
    <div className="mt-2 basis-full rounded-xl bg-fail-wash px-4 py-3 text-sm text-fail">
      <p className="pb-1 font-medium">{texts.import.rejected(rejected_count)}</p>
      <ScrollArea label={texts.faultList} className="max-h-52">
        <dl>
          {rows.map(({ line, reason }) => (
            <div key={line} className="flex gap-3 py-0.5">
              <dt className="w-20 shrink-0 font-medium">{texts.line(String(line))}</dt>
              <dd className="wrap-anywhere">{reason}</dd>
            </div>
          ))}
        </dl>
      </ScrollArea>
      <button type="button" className={`${buttonClass.small} mt-2`} onClick={save}>
        <Download aria-hidden="true" className="size-4" />
        {texts.import.download}
      </button>
    </div>
  )
}
