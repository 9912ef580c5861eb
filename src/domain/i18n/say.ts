type Slot = string | number | null | undefined

/**
 * Marks a sentence that people are told of a document, and gives it back as it is. Other languages know it by its text,
 * with `{}` for each slot (document-words-id.ts); what is told in another way stays English there.
 */
export function say(parts: TemplateStringsArray, ...slots: Slot[]): string {
  return String.raw({ raw: parts }, ...slots)
}
