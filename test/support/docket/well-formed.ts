/**
 * Returns why a string is not well-formed XML in the subset that Docket writes (no comments, CDATA or doctype), or
 * undefined if it is.
 */
export function findXmlError(xml: string): string | undefined {
  const body = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n(<[^]*>)\n$/.exec(xml)?.[1]
  if (body === undefined) return 'no declaration, or something around the root'
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(body))
    return 'a character'
  const open: string[] = []
  const piece =
    /<(\/?)([\w:.-]+)((?: [\w:.-]+="(?:[^<>"&]|&(?:amp|lt|gt|quot);)*")*)(\/?)>|((?:[^<>&]|&(?:amp|lt|gt|quot);)+)/y
  while (piece.lastIndex < body.length) {
    const at = piece.lastIndex
    const [match, slash, name = '', attributes = '', selfClosed, text] = piece.exec(body) ?? []
    if (match === undefined) return `cannot be read: ${body.slice(at, at + 40)}`
    if (open.length === 0 && (at > 0 || text !== undefined)) return 'more than one root'
    if (text !== undefined) continue
    const names = [...attributes.matchAll(/ ([\w:.-]+)=/g)].map(([, key]) => key)
    if (new Set(names).size < names.length) return `an attribute twice in ${name}`
    if (slash && open.pop() !== name) return `</${name}> closes something else`
    if (!slash && !selfClosed) open.push(name)
  }
  return open.length === 0 ? undefined : `${open.join(', ')} not closed`
}
