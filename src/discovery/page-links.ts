import { parseUrl } from '../domain/values/parse-url.ts'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { z } from 'zod'
import { parseJson } from '../domain/values/json.ts'
import { isTimeZone } from '../domain/values/time-zone.ts'
import { collapseSpaces } from './link-words.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

export interface PageLink {
  url: string
  /** Visible text, which may be empty. */
  text: string
  /** Text of the surrounding row, item or paragraph. */
  context: string
  /** Text of the preceding heading. */
  heading: string
  /** True if the URL leads to a PDF although it does not look like a PDF's URL. */
  isDocument?: boolean
}

export interface PageFacts {
  title: string | null
  meet_name: string | null
  /** IANA name of the time zone, if the page mentions exactly one. */
  time_zone: string | null
  links: PageLink[]
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'caption', 'summary', 'th']
const containers = ['tr', 'li', 'dd', 'p', 'figure']
// Limits for hostile pages, far above what any real meet page needs.
const maxLinks = 2000
const maxUrlLength = 4000
const maxDepth = 300
const maxTextLength = 300
const maxNodes = 500

/** Collects links from anchors and frames, and URLs embedded in scripts, JSON and data attributes. */
export function parsePage(html: string, address: URL): PageFacts {
  const state: ParseState = {
    base: address,
    links: [],
    heading: '',
    context: '',
    firstTexts: new Map(),
  }
  if (/^\s*[[{]/.test(html)) addEmbedded(state, html)
  else walk(parse(html), state, 0)
  const { firstTexts } = state
  return {
    title: firstTexts.get('title') ?? null,
    meet_name: firstTexts.get('event') ?? firstTexts.get('h1') ?? null,
    time_zone: findTimeZone(html),
    links: state.links,
  }
}

interface ParseState {
  base: URL
  links: PageLink[]
  heading: string
  context: string
  /** The first text found of each kind. */
  firstTexts: Map<string, string>
}

function walk(node: Node, state: ParseState, depth: number): void {
  if (depth > maxDepth) return
  if ('tagName' in node) visit(node, state)
  const { context } = state
  if ('tagName' in node && containers.includes(node.tagName)) {
    state.context = visibleText(node)
  }
  const children = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : []
  for (const child of children) walk(child, state, depth + 1)
  state.context = context
}

function visit(element: Element, state: ParseState): void {
  const { tagName } = element
  const attributes = new Map(element.attrs.map(({ name: setFirst, value }) => [setFirst, value]))
  if (tagName === 'base')
    state.base = resolve(attributes.get('href') ?? '', state.base) ?? state.base
  if (tagName === 'title' || tagName === 'h1') setFirst(state, tagName, visibleText(element))
  if (headings.includes(tagName)) state.heading = visibleText(element)
  if (tagName === 'script') return readScript(element, attributes.get('type') ?? '', state)
  const target = linkTarget(tagName, attributes)
  if (target !== undefined) add(state, target, linkLabel(element, attributes))
  for (const [key, value] of attributes) {
    if (key.startsWith('data-') || key === 'onclick') addEmbedded(state, value)
  }
}

function setFirst(state: ParseState, key: string, text: string): void {
  if (text !== '' && !state.firstTexts.has(key)) state.firstTexts.set(key, text)
}

function linkTarget(tagName: string, attributes: Map<string, string>): string | undefined {
  if (tagName === 'a' || tagName === 'area') return attributes.get('href')
  if (['iframe', 'embed', 'frame'].includes(tagName)) return attributes.get('src')
  return tagName === 'object' ? attributes.get('data') : undefined
}

function linkLabel(element: Element, attributes: Map<string, string>): string {
  const visibleLabel = visibleText(element)
  if (visibleLabel !== '') return visibleLabel
  const picture = element.childNodes.flatMap((child) =>
    'attrs' in child ? child.attrs.filter(({ name: key }) => key === 'alt') : [],
  )
  const fallbackLabel =
    attributes.get('aria-label') ?? attributes.get('title') ?? picture[0]?.value ?? ''
  return collapseSpaces(fallbackLabel)
}

function add(state: ParseState, target: string, text: string): void {
  const url = resolve(target, state.base)
  if (!url || url.href.length > maxUrlLength || state.links.length >= maxLinks) return
  const { context, heading } = state
  state.links.push({ url: url.href, text, context, heading })
}

function resolve(target: string, base: URL): URL | undefined {
  const url = parseUrl(target, base)
  if (!url) return undefined
  url.hash = ''
  return ['http:', 'https:'].includes(url.protocol) ? url : undefined
}

/** Collects URLs and facts from the data that script-built pages often embed. */
function readScript(element: Element, type: string, state: ParseState): void {
  const text = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
  if (/ld\+json/i.test(type)) setFirst(state, 'event', findEventName(text))
  addEmbedded(state, text)
}

const delimiter = /[\s"'`<>()\\]/

/**
 * Finds every URL that ends with ".pdf", by scanning back to the nearest delimiter. Takes time linear in the text
 * length.
 */
function addEmbedded(state: ParseState, text: string): void {
  const plain = text.replace(/\\u002f|\\\//gi, '/').replace(/\\u0026/gi, '&')
  let end = 0
  for (const { index } of plain.matchAll(/\.pdf\b/gi)) {
    if (state.links.length >= maxLinks) return
    let start = index
    while (start > end && index - start < maxUrlLength && !delimiter.test(plain[start - 1] ?? '')) {
      start -= 1
    }
    end = index + 4
    const query = /^\?[^\s"'`<>()\\]{0,500}/.exec(plain.slice(index + 4, index + 505))?.[0] ?? ''
    add(state, plain.slice(start, index + 4) + query, '')
  }
}

const SchemaEvent = z.object({ '@type': z.string().regex(/Event$/), name: z.string() })

/** Returns the name of the event in schema.org data. */
function findEventName(json: string): string {
  const pending = [parseJson(json)]
  for (let visited = 0; pending.length > 0 && visited < maxNodes; visited++) {
    const value = pending.shift()
    const event = SchemaEvent.safeParse(value)
    if (event.success) return collapseSpaces(event.data.name).slice(0, maxTextLength)
    if (typeof value === 'object' && value !== null)
      pending.push(...Object.values(value).slice(0, maxNodes))
  }
  return ''
}

const timeZonePattern =
  /\b(?:America|Europe|Asia|Australia|Pacific|Africa|Atlantic|Indian)\/[A-Z][A-Za-z]+(?:[_/][A-Z]?[a-z]+)*\b/g

function findTimeZone(html: string): string | null {
  const found = new Set(html.replaceAll('\\/', '/').match(timeZonePattern) ?? [])
  const [only] = found
  return found.size === 1 && only !== undefined && isTimeZone(only) ? only : null
}

/** Returns the visible text of a node, truncated. */
function visibleText(node: Node): string {
  const pending: Node[] = [node]
  let text = ''
  for (let visited = 0; visited < maxNodes && text.length < maxTextLength; visited++) {
    const next = pending.pop()
    if (!next) break
    if (next.nodeName === '#text' && 'value' in next) text += `${next.value} `
    else if ('childNodes' in next && !['script', 'style'].includes(next.nodeName)) {
      pending.push(...next.childNodes.slice(0, maxNodes).reverse())
    }
  }
  return collapseSpaces(text).slice(0, maxTextLength)
}
