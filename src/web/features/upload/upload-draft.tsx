import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { autoMapping } from '../../../domain/mapping/mapping.ts'
import { splitNames } from '../../../domain/heat-sheet/swimmer-names.ts'
import { uploadQueue } from '../../uploads/app-uploads.ts'
import { useStore } from '../../store/store.ts'
import {
  addRecentSwimmers,
  enteredParams,
  useSelectedMapping,
  useMappings,
} from '../../mapping-choice/mapping-choice.ts'
import { isUploadQueuePersisted } from '../../uploads/persist-upload-queue.ts'
import type { UploadItem } from '../../uploads/upload-queue.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { DraftList } from './draft-list.tsx'
import { KindPicker } from './kind-choice.tsx'
import { ParamForm, collectParams } from '../../mapping-choice/param-form.tsx'
import { ActionButton } from '../../ui/action-button.tsx'

/** Lists the documents to upload, and lets the user change their order and kind. */
export default function UploadDraft({ items }: { items: readonly UploadItem[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const mapping = useSelectedMapping()
  const form = useRef<HTMLFormElement>(null)
  const typed = useStore(enteredParams)
  function remove(ids: readonly string[]): void {
    uploadQueue.remove(ids)
    // The focused button was removed together with its row. Otherwise, the focus would return to the top of the page.
    const isEmpty = uploadQueue.get().items.length === 0
    const next = isEmpty ? document.querySelector('main') : heading.current
    next?.focus()
  }
  function upload(maxItems: number): void {
    const params = mapping ? collectParams(mapping, typed) : {}
    addRecentSwimmers(splitNames(params.swimmer ?? ''))
    uploadQueue.upload({ mapping: mapping?.name ?? autoMapping.name, params }, maxItems)
  }
  return (
    <form ref={form} onSubmit={(event) => event.preventDefault()}>
      <KindPicker />
      {mapping && <ParamForm mapping={mapping} />}
      <section aria-labelledby="draft-heading" className="pt-8">
        <div className="flex min-h-9 items-center justify-between gap-3 pb-2">
          <h2 id="draft-heading" ref={heading} tabIndex={-1} className="text-lg font-bold">
            {uiText.draft.heading(items.length)}
          </h2>
          {items.length > 1 && (
            <ActionButton
              icon={Trash2}
              look="quiet"
              onClick={() => remove(items.map(({ id }) => id))}
            >
              {uiText.draft.clear}
            </ActionButton>
          )}
        </div>
        <DraftList items={items} onRemove={(id) => remove([id])} />
        {!useStore(isUploadQueuePersisted) && (
          <p className="pt-2 text-sm text-doubt">{uiText.draft.notStored}</p>
        )}
      </section>
      <StartBar
        items={items}
        onStart={(maxItems) => form.current?.reportValidity() && upload(maxItems)}
      />
    </form>
  )
}

/** The bar with the start button. It is sticky, so that it stays visible below long lists. */
function StartBar({
  items,
  onStart,
}: {
  items: readonly UploadItem[]
  onStart: (maxItems: number) => void
}) {
  const { data } = useMappings()
  const maxItems = data?.max_pdfs_per_batch ?? 1
  const ready = items.filter(({ check }) => check.kind === 'ready')
  return (
    <div className="sticky bottom-0 z-10 -mx-3 mt-6 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-paper px-3 py-3 sm:-mx-6 sm:px-6">
      <button
        type="submit"
        className={`${buttonClass.primary} w-full sm:w-auto`}
        disabled={ready.length === 0}
        onClick={() => onStart(maxItems)}
      >
        {ready.length === 0 ? uiText.draft.startNone : uiText.draft.start(ready.length)}
      </button>
    </div>
  )
}
