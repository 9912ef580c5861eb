import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { z } from 'zod'
import { parseJson } from '../domain/values/json.ts'
import { squeeze } from './link-words.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** A link as it stands on a page. */
export interface PageLink {
  url: string
  /** What a person sees of it; may be empty. */
  text: string
  /** The row, item or paragraph around it. */
  context: string
  /** The heading above it. */
  heading: string
}

export interface PageFacts {
  title: string | null
  meet_name: string | null
  /** IANA's name, where the page holds exactly one. */
  time_zone: string | null
  links: PageLink[]
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'caption', 'summary', 'th']
const surroundings = ['tr', 'li', 'dd', 'p', 'figure']
// A page with more is no meet's, but may be one that wants to keep us busy.
const mostLinks = 2000
const longestAddress = 4000
const deepest = 300
const longestText = 300
const mostNodes = 500

/** What a page says and links to: by anchors and frames, and by addresses within scripts, JSON and data attributes. */
export function readPage(html: string, address: URL): PageFacts {
  const state: State = { base: address, links: [], heading: '', context: '', named: new Map() }
  if (/^\s*[[{]/.test(html)) addHidden(state, html)
  else walk(parse(html), state, 0)
  const { named } = state
  return {
    title: named.get('title') ?? null,
    meet_name: named.get('event') ?? named.get('h1') ?? null,
    time_zone: onlyZone(html),
    links: state.links,
  }
}

interface State {
  base: URL
  links: PageLink[]
  heading: string
  context: string
  /** The first of each that the page holds. */
  named: Map<string, string>
}

function walk(node: Node, state: State, depth: number): void {
  if (depth > deepest) return
  if ('tagName' in node) enter(node, state)
  const { context } = state
  if ('tagName' in node && surroundings.includes(node.tagName)) {
    state.context = textOf(node)
  }
  const children = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : []
  for (const child of children) walk(child, state, depth + 1)
  state.context = context
}

function enter(element: Element, state: State): void {
  const { tagName } = element
  const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]))
  if (tagName === 'base')
    state.base = resolve(attributes.get('href') ?? '', state.base) ?? state.base
  if (tagName === 'title' || tagName === 'h1') name(state, tagName, textOf(element))
  if (headings.includes(tagName)) state.heading = textOf(element)
  if (tagName === 'script') return readScript(element, attributes.get('type') ?? '', state)
  const target = targetOf(tagName, attributes)
  if (target !== undefined) add(state, target, labelOf(element, attributes))
  for (const [key, value] of attributes) {
    if (key.startsWith('data-') || key === 'onclick') addHidden(state, value)
  }
}

function name(state: State, key: string, text: string): void {
  if (text !== '' && !state.named.has(key)) state.named.set(key, text)
}

function targetOf(tagName: string, attributes: Map<string, string>): string | undefined {
  if (tagName === 'a' || tagName === 'area') return attributes.get('href')
  if (['iframe', 'embed', 'frame'].includes(tagName)) return attributes.get('src')
  return tagName === 'object' ? attributes.get('data') : undefined
}

function labelOf(element: Element, attributes: Map<string, string>): string {
  const own = textOf(element)
  if (own !== '') return own
  const picture = element.childNodes.flatMap((child) =>
    'attrs' in child ? child.attrs.filter(({ name: key }) => key === 'alt') : [],
  )
  const given = attributes.get('aria-label') ?? attributes.get('title') ?? picture[0]?.value ?? ''
  return squeeze(given)
}

function add(state: State, target: string, text: string): void {
  const url = resolve(target, state.base)
  if (!url || url.href.length > longestAddress || state.links.length >= mostLinks) return
  const { context, heading } = state
  state.links.push({ url: url.href, text, context, heading })
}

function resolve(target: string, base: URL): URL | undefined {
  if (!URL.canParse(target, base.href)) return undefined
  const url = new URL(target, base)
  url.hash = ''
  return ['http:', 'https:'].includes(url.protocol) ? url : undefined
}

/** Pages that are built by scripts often carry their data along. */
function readScript(element: Element, type: string, state: State): void {
  const text = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
  if (/ld\+json/i.test(type)) name(state, 'event', eventName(text))
  addHidden(state, text)
}

const outside = /[\s"'`<>()\\]/

/** Every address that ends with ".pdf", from the nearest mark before it; in one pass, however long a script is. */
function addHidden(state: State, text: string): void {
  const plain = text.replace(/\\u002f|\\\//gi, '/').replace(/\\u0026/gi, '&')
  let end = 0
  for (const { index } of plain.matchAll(/\.pdf\b/gi)) {
    if (state.links.length >= mostLinks) return
    let start = index
    while (start > end && index - start < longestAddress && !outside.test(plain[start - 1] ?? '')) {
      start -= 1
    }
    end = index + 4
    const query = /^\?[^\s"'`<>()\\]{0,500}/.exec(plain.slice(index + 4, index + 505))?.[0] ?? ''
    add(state, plain.slice(start, index + 4) + query, '')
  }
}

const SchemaEvent = z.object({ '@type': z.string().regex(/Event$/), name: z.string() })

/** Of schema.org's data about an event. */
function eventName(json: string): string {
  const pending = [parseJson(json)]
  for (let looked = 0; pending.length > 0 && looked < mostNodes; looked++) {
    const value = pending.shift()
    const event = SchemaEvent.safeParse(value)
    if (event.success) return squeeze(event.data.name).slice(0, longestText)
    if (typeof value === 'object' && value !== null)
      pending.push(...Object.values(value).slice(0, mostNodes))
  }
  return ''
}

const zone =
  /\b(?:America|Europe|Asia|Australia|Pacific|Africa|Atlantic|Indian)\/[A-Z][A-Za-z]+(?:[_/][A-Z]?[a-z]+)*\b/g

function onlyZone(html: string): string | null {
  const found = new Set(html.replaceAll('\\/', '/').match(zone) ?? [])
  const [only] = found
  return found.size === 1 && only !== undefined && isZone(only) ? only : null
}

function isZone(name: string): boolean {
  try {
    new Date(0).toLocaleString('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The beginning of what a person reads there. */
function textOf(node: Node): string {
  const pending: Node[] = [node]
  let text = ''
  for (let looked = 0; looked < mostNodes && text.length < longestText; looked++) {
    const next = pending.pop()
    if (!next) break
    if (next.nodeName === '#text' && 'value' in next) text += `${next.value} `
    else if ('childNodes' in next && !['script', 'style'].includes(next.nodeName)) {
      pending.push(...next.childNodes.slice(0, mostNodes).reverse())
    }
  }
  return squeeze(text).slice(0, longestText)
}
