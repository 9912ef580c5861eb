import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { toAppError } from '../../domain/errors/app-error.ts'
import { parseYaml } from './parse-yaml.ts'
import { type Formula, parseFormula } from './formula.ts'
import { type Scope, formatValue, isTruthy } from './formula-values.ts'
import type { XmlElement } from './write-xml.ts'

/** An element's content: nothing, text, or child elements in order. */
type Node = null | Formula | { [key: string]: Node }

/** An XML file template: one root element with text, formulas, loops and conditions. */
export interface Template {
  name: string
  node: Node
}

type ReportIssue = (path: string[], message: string) => void

const Template = z.record(z.string(), z.unknown()).transform((file, context): Template => {
  const reportIssue: ReportIssue = (path, message) =>
    context.addIssue({ code: 'custom', input: file, path, message })
  const [name = '', ...others] = Object.keys(file)
  if (name === '' || others.length > 0) reportIssue([], 'must hold one element, the root')
  return { name, node: toNode(file[name], [name], reportIssue) }
})

const tag = '[A-Za-z_][\\w.-]*(:[A-Za-z_][\\w.-]*)?'
const keyPattern = new RegExp(`^(@?${tag}|\\$each|\\$when|\\$text)$`)

function toNode(input: unknown, path: string[], report: ReportIssue): Node {
  if (!keyPattern.test(path.at(-1) ?? '')) {
    report(path, 'must be the name of an element, @attribute, $each, $when or $text')
  }
  if (typeof input === 'string') return toFormula(input, path, report)
  if (typeof input !== 'object') report(path, `write '${JSON.stringify(input)}' in quotes`)
  if (Array.isArray(input)) report(path, 'cannot be a list; use $each to repeat an element')
  const entries = Object.entries(input ?? {})
  const nodes = entries.map(([key, value]) => [key, toNode(value, [...path, key], report)])
  return nodes.length === 0 ? null : (Object.fromEntries(nodes) as Node)
}

/** Parses an attribute or text: a literal unless it starts with `=`, which marks a formula. */
function toFormula(text: string, path: string[], report: ReportIssue): Formula {
  if (!text.startsWith('=')) return () => text
  try {
    return parseFormula(text.slice(1))
  } catch (thrown) {
    report(path, toAppError(thrown).message)
    return () => null
  }
}

export function loadTemplate(file: string): Template {
  return parseTemplate(readFileSync(file, 'utf8'), file)
}

export function parseTemplate(yaml: string, file: string): Template {
  return parseYaml(yaml, file, Template)
}

export function fillTemplate({ name, node }: Template, data: Record<string, unknown>): XmlElement {
  const [root = { name, attributes: [], content: [] }] = renderElements(name, node, { names: data })
  return root
}

/** Renders one element per item of a loop, nothing if the condition is false, and one element otherwise. */
function renderElements(name: string, node: Node, scope: Scope): XmlElement[] {
  if (node === null) return [{ name, attributes: [], content: '' }]
  if (typeof node === 'function')
    return [{ name, attributes: [], content: formatValue(node(scope)) }]
  const { $each, $when, ...childNodes } = node
  const scopes = typeof $each === 'function' ? listItemScopes($each, scope) : [scope]
  const wanted = scopes.filter((it) => typeof $when !== 'function' || isTruthy($when(it)))
  return wanted.map((it) => renderElement(name, childNodes, it))
}

/** Returns one scope per item. Its names shadow outer names. `position` starts at 1. */
function listItemScopes(each: Formula, outer: Scope): Scope[] {
  const items = each(outer)
  if (!Array.isArray(items)) return []
  return items.map((item: object, index) => ({
    names: { ...item, position: String(index + 1) },
    outer,
  }))
}

/** Renders one element. Its formulas may refer to preceding siblings by name. Empty attributes are omitted. */
function renderElement(name: string, childNodes: Record<string, Node>, outer: Scope): XmlElement {
  const attributes: XmlElement['attributes'] = []
  const children: XmlElement[] = []
  const names: Record<string, string | null> = {}
  for (const [key, node] of Object.entries(childNodes)) {
    const text = typeof node === 'function' ? formatValue(node({ names, outer })) : ''
    if (key.startsWith('@')) {
      if (text !== '') attributes.push([key.slice(1), text])
    } else if (typeof node === 'function' && key !== '$text') {
      children.push({ name: key, attributes: [], content: text })
    } else if (key !== '$text') children.push(...renderElements(key, node, { names, outer }))
    if (typeof node === 'function') names[key] = text === '' ? null : text
  }
  return { name, attributes, content: children.length > 0 ? children : (names['$text'] ?? '') }
}
