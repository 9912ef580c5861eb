import { Document, isCollection, isMap, isPair, isScalar, visit } from 'yaml'

/** Maximum line width in characters. Wider flow collections are written as blocks. */
const maxWidth = 110

/** Writes a layout as YAML, with one line per key in each section. */
export function toLayoutYaml(layout: Record<string, unknown>): string {
  const document = new Document(layout)
  visit(document, {
    Pair: (_, { key, value }, path) => {
      const name = isScalar(key) ? String(key.value) : ''
      const depth = path.filter(isPair).length
      const isSection = depth === 0 && isMap(value) && ['fields', 'table', 'expect'].includes(name)
      if (!isCollection(value) || isSection) return
      value.flow = depth > 1 || JSON.stringify(value).length < maxWidth * 1.2 || name !== 'columns'
    },
  })
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}
