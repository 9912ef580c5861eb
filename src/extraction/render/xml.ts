import { xmlText } from '../pdf/xml-text.ts'

export interface XmlElement {
  name: string
  attributes: [name: string, value: string][]
  /** An empty text or no children makes an element that closes itself. */
  content: string | XmlElement[]
}

/** One element per line, for the tax office names the line of a mistake. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${linesOf(root, '').join('\n')}\n`
}

function linesOf({ name, attributes, content }: XmlElement, indent: string): string[] {
  const written = attributes.map(
    ([key, value]) => ` ${key}="${escape(value).replace(/"/g, '&quot;')}"`,
  )
  const tag = `${name}${written.join('')}`
  if (typeof content !== 'string' && content.length > 0) {
    const children = content.flatMap((child) => linesOf(child, `${indent}  `))
    return [`${indent}<${tag}>`, ...children, `${indent}</${name}>`]
  }
  const text = typeof content === 'string' ? escape(content) : ''
  return [text === '' ? `${indent}<${tag}/>` : `${indent}<${tag}>${text}</${name}>`]
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
