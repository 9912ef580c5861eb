import { Fragment } from 'react'
import { letterShortcuts } from '../browser/preferences.ts'
import { shortcuts } from '../keyboard/shortcut-registry.ts'
import { useStore } from '../store/store.ts'
import { uiText } from '../i18n/ui-text.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Lists the current page's shortcuts. */
function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const active = useStore(shortcuts)
  const isOn = useStore(letterShortcuts)
  return (
    <Dialog heading={uiText.shortcuts.heading} onClose={onClose}>
      {!isOn && <p className="pb-3 text-doubt">{uiText.shortcuts.off}</p>}
      <dl className="divide-y divide-line">
        {active.map(({ keys, label }) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-2">
            <dt>{label}</dt>
            <dd className="flex shrink-0 items-center gap-1.5 text-sm text-ink-soft">
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function Keys({ keys }: { keys: string }) {
  return keys.split(' ').map((key, place) => (
    <Fragment key={key}>
      {place > 0 && uiText.shortcuts.thenPress}
      <kbd className="min-w-7 rounded-md border border-edge bg-paper px-1.5 py-0.5 text-center font-mono text-sm text-ink">
        {key}
      </kbd>
    </Fragment>
  ))
}

export default ShortcutHelp
