/** A pattern of a mapping, ready to be used on a document's text. */
export interface Pattern {
  source: string
  test: (text: string) => boolean
  exec: (text: string) => RegExpExecArray | null
  /** The text without all that fits. */
  removeFrom: (text: string) => string
}

/** More than the lines and cells of honest documents have. What is beyond, no pattern sees: so each one ends. */
export const longestText = 1000

/** Upper case does not matter, unless the flags are others. */
export function compile(source: string, flags = 'iu'): Pattern {
  const pattern = new RegExp(source, flags)
  const seen = (text: string) => text.slice(0, longestText)
  return {
    source,
    test: (text) => pattern.test(seen(text)),
    exec: (text) => pattern.exec(seen(text)),
    removeFrom: (text) =>
      seen(text).replace(new RegExp(source, `g${flags}`), '') + text.slice(longestText),
  }
}
