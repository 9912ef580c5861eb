import { type LucideIcon, RotateCw, X } from 'lucide-react'
import { uploads } from '../app.ts'
import { formatBytes } from '../figures.ts'
import type { Upload } from '../uploads/uploads.ts'
import { words } from '../words.ts'
import { buttonClass } from './button.ts'
import { FileName } from './file-name.tsx'
import { UploadFacts } from './upload-facts.tsx'
import { JobLinks } from './uploaded-job.tsx'

interface UploadRowProps {
  upload: Upload
  onRemove: () => void
}

export function UploadRow({ upload, onRemove }: UploadRowProps) {
  const { file, state } = upload
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 py-2.5 pr-3 pl-4">
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex items-baseline gap-2">
          <FileName>{file.name}</FileName>
          <span className="shrink-0 text-sm text-ink-soft">{formatBytes(file.size)}</span>
        </div>
        <UploadFacts upload={upload} />
      </div>
      {state.kind === 'sent' ? (
        <JobLinks job={state.job} />
      ) : (
        <UploadActions upload={upload} onRemove={onRemove} />
      )}
    </li>
  )
}

interface Action {
  label: string
  text?: string
  icon: LucideIcon
  onPress: () => void
}

function UploadActions({ upload, onRemove }: UploadRowProps) {
  return (
    <div className="flex shrink-0 items-center gap-1">
      {/* By place: a button whose meaning changes stays the same element and keeps the focus. */}
      {actionsOf(upload, onRemove).map(({ label, text, icon: Icon, onPress }, place) => (
        <button
          key={place}
          type="button"
          aria-label={label}
          title={label}
          className={text ? buttonClass.small : buttonClass.icon}
          onClick={onPress}
        >
          <Icon aria-hidden="true" className="size-4" />
          {text}
        </button>
      ))}
    </div>
  )
}

function actionsOf({ id, file, state }: Upload, onRemove: () => void): Action[] {
  const { cancel, remove, retry, retryOf } = words.uploads
  const removal = { label: remove(file.name), icon: X, onPress: onRemove }
  switch (state.kind) {
    case 'checking':
    case 'waiting':
    case 'sending':
      return [{ label: cancel(file.name), icon: X, onPress: () => uploads.cancel(id) }]
    case 'failed':
    case 'cancelled': {
      const label = retryOf(file.name)
      return [{ label, text: retry, icon: RotateCw, onPress: () => uploads.retry(id) }, removal]
    }
    case 'refused':
      return [removal]
    case 'sent':
      return []
  }
}
