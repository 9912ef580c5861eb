import { TriangleAlert } from 'lucide-react'
import type { SharedBatch } from '../../../domain/results/share.ts'
import { messageText } from '../../i18n/message-text.ts'
import { jobText } from '../../i18n/job-text.ts'
import { FileName } from '../../ui/file-name.tsx'
import { SharedFiles } from './shared-files.tsx'

interface SharedDocumentsProps {
  code: string
  documents: SharedBatch['documents']
}

/** Lists the documents that a share link opens, with their downloads. */
export function SharedDocuments({ code, documents }: SharedDocumentsProps) {
  return (
    <ol
      aria-label={jobText().batch.documents}
      className="divide-y divide-line rounded-xl border border-line bg-surface"
    >
      {documents.map((document) => (
        <li key={document.id} className="px-4 py-3">
          <FileName>{document.original_filename}</FileName>
          {document.outputs.length === 0 && (
            <p className="text-sm text-ink-soft">{jobText().job.status[document.status]}</p>
          )}
          {document.needs_review && <Reasons reasons={document.review_reasons} />}
          <div className="flex flex-wrap gap-2 pt-2 empty:hidden">
            <SharedFiles
              code={code}
              jobId={document.id}
              name={document.original_filename}
              outputs={document.outputs}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Lists the values that the owner should check. */
export function Reasons({
  reasons,
}: {
  reasons: SharedBatch['documents'][number]['review_reasons']
}) {
  return (
    <div className="pt-1 text-sm text-doubt">
      <p className="flex items-center gap-1.5 font-medium">
        <TriangleAlert aria-hidden="true" className="size-4" />
        {jobText().job.needsReview}
      </p>
      <ul className="list-disc pl-5">
        {reasons.map((reason) => (
          <li key={reason.message}>{messageText(reason)}</li>
        ))}
      </ul>
    </div>
  )
}
