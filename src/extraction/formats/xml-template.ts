import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { toAppError } from '../../domain/errors/errors.ts'
import { parseYaml } from './parse-yaml.ts'
import { type Formula, parseFormula } from './formula.ts'
import { type Scope, textOf, isTrue } from './formula-values.ts'
import type { XmlElement } from './write-xml.ts'

/** What stands between the tags: nothing, a text, or elements in their order. */
type Node = null | Formula | { [key: string]: Node }

/** The shape of an XML file: one root element, and in it texts, formulas, loops and conditions. */
export interface Template {
  name: string
  node: Node
}

type Complain = (path: string[], message: string) => void

const Template = z.record(z.string(), z.unknown()).transform((file, context): Template => {
  const complain: Complain = (path, message) =>
    context.addIssue({ code: 'custom', input: file, path, message })
  const [name = '', ...others] = Object.keys(file)
  if (name === '' || others.length > 0) complain([], 'must hold one element, the root')
  return { name, node: toNode(file[name], [name], complain) }
})

const tag = '[A-Za-z_][\\w.-]*(:[A-Za-z_][\\w.-]*)?'
const keyPattern = new RegExp(`^(@?${tag}|\\$each|\\$when|\\$text)$`)

function toNode(input: unknown, path: string[], complain: Complain): Node {
  if (!keyPattern.test(path.at(-1) ?? '')) {
    complain(path, 'must be the name of an element, @attribute, $each, $when or $text')
  }
  if (typeof input === 'string') return toFormula(input, path, complain)
  if (typeof input !== 'object') complain(path, `write '${JSON.stringify(input)}' in quotes`)
  if (Array.isArray(input)) complain(path, 'cannot be a list; use $each to repeat an element')
  const entries = Object.entries(input ?? {})
  const nodes = entries.map(([key, value]) => [key, toNode(value, [...path, key], complain)])
  return nodes.length === 0 ? null : (Object.fromEntries(nodes) as Node)
}

/** A text as it stands, or after a `=` the formula that gives it. */
function toFormula(text: string, path: string[], complain: Complain): Formula {
  if (!text.startsWith('=')) return () => text
  try {
    return parseFormula(text.slice(1))
  } catch (thrown) {
    complain(path, toAppError(thrown).message)
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
  const [root = { name, attributes: [], content: [] }] = elementsOf(name, node, { names: data })
  return root
}

/** None where the condition fails, one for each item of a loop, else one. */
function elementsOf(name: string, node: Node, scope: Scope): XmlElement[] {
  if (node === null) return [{ name, attributes: [], content: '' }]
  if (typeof node === 'function') return [{ name, attributes: [], content: textOf(node(scope)) }]
  const { $each, $when, ...inside } = node
  const scopes = typeof $each === 'function' ? itemsOf($each, scope) : [scope]
  const wanted = scopes.filter((it) => typeof $when !== 'function' || isTrue($when(it)))
  return wanted.map((it) => elementOf(name, inside, it))
}

/** Each item's own names come first; `position` counts from 1. */
function itemsOf(each: Formula, outer: Scope): Scope[] {
  const items = each(outer)
  if (!Array.isArray(items)) return []
  return items.map((item: object, index) => ({
    names: { ...item, position: String(index + 1) },
    outer,
  }))
}

/** A formula may use the texts of the elements before its own, by their names. An empty attribute is left out. */
function elementOf(name: string, inside: Record<string, Node>, outer: Scope): XmlElement {
  const attributes: XmlElement['attributes'] = []
  const children: XmlElement[] = []
  const names: Record<string, string | null> = {}
  for (const [key, node] of Object.entries(inside)) {
    const text = typeof node === 'function' ? textOf(node({ names, outer })) : ''
    if (key.startsWith('@')) {
      if (text !== '') attributes.push([key.slice(1), text])
    } else if (typeof node === 'function' && key !== '$text') {
      children.push({ name: key, attributes: [], content: text })
    } else if (key !== '$text') children.push(...elementsOf(key, node, { names, outer }))
    if (typeof node === 'function') names[key] = text === '' ? null : text
  }
  return { name, attributes, content: children.length > 0 ? children : (names['$text'] ?? '') }
}
