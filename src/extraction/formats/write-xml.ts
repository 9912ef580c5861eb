import { xmlText } from '../text/xml-text.ts'

export interface XmlElement {
  name: string
  attributes: [name: string, value: string][]
  /** An empty text or no children makes an element that closes itself. */
  content: string | XmlElement[]
}

/** One element per line, for the tax office names the line of a mistake. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${linesOf(root, '', []).join('\n')}\n`
}

/** Appends to `lines`, for copying them at each level would cost more than writing them. */
function linesOf({ name, attributes, content }: XmlElement, indent: string, lines: string[]) {
  const written = attributes.map(
    ([key, value]) => ` ${key}="${escape(value).replace(/"/g, '&quot;')}"`,
  )
  const tag = `${name}${written.join('')}`
  if (typeof content !== 'string' && content.length > 0) {
    lines.push(`${indent}<${tag}>`)
    for (const child of content) linesOf(child, `${indent}  `, lines)
    lines.push(`${indent}</${name}>`)
  } else {
    const text = typeof content === 'string' ? escape(content) : ''
    lines.push(text === '' ? `${indent}<${tag}/>` : `${indent}<${tag}>${text}</${name}>`)
  }
  return lines
}

/** Without control characters, which XML 1.0 cannot hold, and on one line. */
function escape(text: string): string {
  return xmlText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
}
