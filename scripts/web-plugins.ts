import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, parseSync, type Plugin, type Rolldown } from 'vite'
import { readingShapes } from '../src/domain/review/reading-shapes.ts'
import { findReachable } from '../src/domain/values/reachable.ts'

/**
 * Builds the service worker as a single file with the list of app files to cache, excluding the PDF renderer, which
 * most visits never need.
 */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'docket-service-worker',
    apply: 'build',
    // Runs after plugins that remove files.
    enforce: 'post',
    async generateBundle(_, bundle) {
      const publicFiles = readdirSync(path.join(root, 'public'))
      const appFiles = Object.keys(bundle).filter(
        (name) => name.startsWith('assets/') && !name.startsWith('assets/pdf'),
      )
      const files = [...appFiles, ...publicFiles].sort().map((name) => `/${name}`)
      const version = createHash('sha256').update(JSON.stringify(files))
      for (const name of publicFiles) version.update(readFileSync(path.join(root, 'public', name)))
      const define = {
        docketFiles: JSON.stringify(files),
        docketVersion: JSON.stringify(version.digest('hex').slice(0, 16)),
      }
      const source = await buildEntry(path.join(root, 'service-worker/sw.ts'), define)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

async function buildEntry(entry: string, define: Record<string, string>): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name: 'sw' }
  const buildOutput = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: { lib, write: false, minify: true },
  })
  const [first] = Array.isArray(buildOutput) ? buildOutput.flatMap((one) => one.output) : []
  if (first?.type !== 'chunk') throw new Error('The service worker was not built')
  return first.code
}

const literal = String.raw`('(?:\\.|[^'\\])*'|\`[^\`]*\`)`
/** Sentences shown only in the API documentation. */
const summed = new RegExp(String.raw`^\s*(summary|description):\s*${literal},$`, 'gm')

/**
 * Removes `z.object(…)` and similar calls, and everything that only they use, because the browser build has no schemas
 * (see web/app/zod-stub.ts), only the values of enums.
 */
export function withoutSchemas(stub: string): Plugin {
  return {
    name: 'docket-without-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === 'zod' ? stub : null),
    transform(code, id) {
      if (!id.includes('/src/') || !code.includes("from 'zod'")) return null
      const plain = withoutChains(code, id)
      return id.includes('/routes/') ? plain.replace(summed, '') : plain
    },
  }
}

function withoutChains(code: string, file: string): string {
  const chains = findChains(parseSync(file, code).program)
  return chains
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}z.any${text.slice(end)}`, code)
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/** Returns the outermost calls that begin with `z`, other than enums. */
function findChains(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(findChains)
  if (typeof node !== 'object' || node === null) return []
  const firstMethod = 'type' in node ? methodOfChain(node as Node) : undefined
  if (firstMethod !== undefined && firstMethod !== 'enum') return [node as Node]
  return Object.values(node).flatMap(findChains)
}

/** Returns the method at the start of a chain: `object` for `z.object({}).strip()`. */
function methodOfChain({ type, callee, object, property }: Node): string | undefined {
  const inner = (callee ?? object) as Node | undefined
  if (!inner || !['CallExpression', 'MemberExpression'].includes(type)) return undefined
  if (inner.type !== 'Identifier') return methodOfChain(inner)
  const isZ = type === 'MemberExpression' && inner['name'] === 'z'
  return isZ ? String((property as Node)['name']) : undefined
}

/**
 * Replaces definitions that are derived from schemas with plain data. The browser uses them to validate corrections.
 */
export function derivedShapes(root: string): Plugin {
  const file = path.join(root, '../domain/review/reading-shapes.ts')
  let isReplaced = false
  return {
    name: 'docket-derived-shapes',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== file) return null
      isReplaced = true
      return `export const readingShapes = ${JSON.stringify(readingShapes)}`
    },
    // Without schemas, the original file would reject every correction.
    generateBundle() {
      if (!isReplaced) this.error(`The web app does not use ${file}`)
    },
  }
}

const pdfFolders = ['cmaps', 'standard_fonts', 'wasm']

/** Resources for rendering PDFs that a document might not embed: fonts, character maps, an image decoder. */
export function pdfFiles(): Plugin {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
  return {
    name: 'docket-pdf-files',
    apply: 'build',
    generateBundle() {
      for (const part of pdfFolders) {
        // The content security policy forbids WASM, so the JavaScript fallback is used.
        const names = readdirSync(path.join(folder, part)).filter((it) => !it.endsWith('.wasm'))
        for (const name of names) {
          const source = readFileSync(path.join(folder, part, name))
          this.emitFile({ type: 'asset', fileName: `pdfjs/${part}/${name}`, source })
        }
      }
    },
  }
}

/**
 * Bundles shared code into one file, because many small chunks would load one after another on a slow connection. Icons
 * used only by other pages go into a second file.
 */
export function groupSharedCode(root: string): Rolldown.CodeSplittingGroup {
  let start: Set<string> | undefined
  let startIcons: Set<string> | undefined
  return {
    debugName: 'start',
    name(id, bundle) {
      const importedBy = (from: string) => bundle.getModuleInfo(from)?.importedIds
      start ??= findReachable(path.join(root, 'main.tsx'), importedBy)
      if (!start.has(id)) return null
      if (!iconFile.test(id)) return 'start'
      startIcons ??= findIcons([...start], root)
      return startIcons.has(id) ? 'start' : 'icons'
    },
  }
}

const iconFile = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/

/** Finds the files of the icons that our code imports; an icon may have several names. */
function findIcons(ids: readonly string[], root: string): Set<string> {
  const read = (file: string) => readFileSync(file, 'utf8')
  const index = ids.find((id) => id.endsWith('/lucide-react.mjs'))
  const ours = ids.filter((id) => id.startsWith(root)).map(read)
  const lists = ours.flatMap((code) => [
    ...code.matchAll(/import \{([^}]*)\} from 'lucide-react'/g),
  ])
  const names = new Set(lists.flatMap(([, list = '']) => list.split(',').map((one) => one.trim())))
  const exported = (index === undefined ? '' : read(index)).matchAll(
    /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g,
  )
  const files = [...exported].flatMap(([, list = '', file = '']) =>
    list.split(',').some((one) => names.has(one.replace('default as', '').trim())) ? [file] : [],
  )
  return new Set(ids.filter((id) => files.includes(iconFile.exec(id)?.[1] ?? '')))
}
