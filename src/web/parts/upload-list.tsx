import { useRef } from 'react'
import { uploads } from '../app.ts'
import { hasFailed, isRunning, type Upload } from '../uploads/uploads.ts'
import { words } from '../words.ts'
import { buttonClass } from './button.ts'
import { UploadRow } from './upload-row.tsx'

export function UploadList({ list }: { list: readonly Upload[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const failed = idsOf(list, ({ state }) => state.kind === 'failed')
  const sent = idsOf(list, ({ state }) => state.kind === 'sent')
  function remove(ids: number[]): void {
    uploads.remove(ids)
    // The pressed button is gone with its row: without this, the keyboard starts over at the top.
    const isEmpty = uploads.get().length === 0
    const next = isEmpty ? document.querySelector('main') : heading.current
    next?.focus()
  }
  return (
    <section aria-labelledby="uploads-heading" className="pt-8">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 pb-2">
        <h2
          id="uploads-heading"
          ref={heading}
          tabIndex={-1}
          className="flex-1 text-lg font-bold sm:flex-none"
        >
          {words.uploads.heading}
        </h2>
        <p className="order-last basis-full text-sm text-ink-soft sm:order-none sm:flex-1 sm:basis-auto">
          {summaryOf(list)}
        </p>
        {failed.length > 1 && (
          <button
            type="button"
            className={buttonClass.quiet}
            onClick={() => failed.forEach(uploads.retry)}
          >
            {words.uploads.retryAll(failed.length)}
          </button>
        )}
        {sent.length > 1 && (
          <button type="button" className={buttonClass.quiet} onClick={() => remove(sent)}>
            {words.uploads.clear(sent.length)}
          </button>
        )}
      </div>
      <ul
        aria-label={words.uploads.heading}
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
      >
        {list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} onRemove={() => remove([upload.id])} />
        ))}
      </ul>
    </section>
  )
}

function idsOf(list: readonly Upload[], wanted: (upload: Upload) => boolean): number[] {
  return list.filter(wanted).map((upload) => upload.id)
}

function summaryOf(list: readonly Upload[]): string {
  const running = list.filter(isRunning).length
  const sent = list.filter(({ state }) => state.kind === 'sent').length
  const failed = list.filter(hasFailed).length
  return [
    running > 0 && words.uploads.running(running),
    sent > 0 && words.uploads.sent(sent),
    failed > 0 && words.uploads.notSent(failed),
  ]
    .filter((part) => part !== false)
    .join(' · ')
}
