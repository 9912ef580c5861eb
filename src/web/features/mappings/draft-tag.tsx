import { mappingWords } from '../../i18n/mapping-words.ts'

export function DraftTag() {
  const texts = mappingWords()
  return (
    <span
      title={texts.draftHint}
      className="rounded-md border border-manila-edge bg-manila px-1.5 text-sm font-medium text-manila-ink"
    >
      {texts.draft}
    </span>
  )
}
