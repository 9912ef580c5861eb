import { mappingText } from '../../i18n/mapping-text.ts'

export function DraftTag() {
  const messages = mappingText()
  return (
    <span
      title={messages.draftHint}
      className="rounded-md border border-manila-edge bg-manila px-1.5 text-sm font-medium text-manila-ink"
    >
      {messages.draft}
    </span>
  )
}
