import { toXmlSafeText } from '../text/xml-text.ts'

export interface XmlElement {
  name: string
  attributes: [name: string, value: string][]
  /** An empty string or list produces a self-closing element. */
  content: string | XmlElement[]
}

/** Writes one element per line, because the tax office reports errors by line number. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${appendLines(root, '', []).join('\n')}\n`
}

/** Appends to `lines` in place, because copying at each level would cost more than writing. */
function appendLines({ name, attributes, content }: XmlElement, indent: string, lines: string[]) {
  const written = attributes.map(
    ([key, value]) => ` ${key}="${escape(value).replace(/"/g, '&quot;')}"`,
  )
  const tag = `${name}${written.join('')}`
  if (typeof content !== 'string' && content.length > 0) {
    lines.push(`${indent}<${tag}>`)
    for (const child of content) appendLines(child, `${indent}  `, lines)
    lines.push(`${indent}</${name}>`)
  } else {
    const text = typeof content === 'string' ? escape(content) : ''
    lines.push(text === '' ? `${indent}<${tag}/>` : `${indent}<${tag}>${text}</${name}>`)
  }
  return lines
}

/** Strips characters that XML 1.0 forbids and collapses white space. */
function escape(text: string): string {
  return toXmlSafeText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
}
