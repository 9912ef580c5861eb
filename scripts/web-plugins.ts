import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

/**
 * Builds the service worker, which is one file, and tells it which files of the app there are to keep: not those that
 * draw PDFs, which most visits never need.
 */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'docket-service-worker',
    apply: 'build',
    async generateBundle(_, bundle) {
      const own = readdirSync(path.join(root, 'public'))
      const built = Object.keys(bundle).filter(
        (name) => name.startsWith('assets/') && !name.startsWith('assets/pdf'),
      )
      const files = [...built, ...own].sort().map((name) => `/${name}`)
      const version = createHash('sha256').update(JSON.stringify(files))
      for (const name of own) version.update(readFileSync(path.join(root, 'public', name)))
      const define = {
        docketFiles: JSON.stringify(files),
        docketVersion: JSON.stringify(version.digest('hex').slice(0, 16)),
      }
      const source = await builtAlone(path.join(root, 'service-worker/sw.ts'), define)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

async function builtAlone(entry: string, define: Record<string, string>): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name: 'sw' }
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: { lib, write: false, minify: true },
  })
  const [first] = Array.isArray(built) ? built.flatMap((one) => one.output) : []
  if (first?.type !== 'chunk') throw new Error('The service worker was not built')
  return first.code
}

const literal = String.raw`('(?:\\.|[^'\\])*'|\`[^\`]*\`)`
/** Sentences that only the API's documentation shows. */
const described = new RegExp(String.raw`\s*\.describe\(\s*${literal},?\s*\)`, 'g')
const summed = new RegExp(String.raw`^\s*(summary|description):\s*${literal},$`, 'gm')

/** In the browser's build, schemas are defined and never checked: see web/no-schemas.ts. */
export function withoutSchemas(root: string): Plugin {
  return {
    name: 'docket-without-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === 'zod' ? path.join(root, 'no-schemas.ts') : null),
    transform(code, id) {
      if (!id.includes('/src/domain/')) return null
      const plain = code.replace(described, '')
      return id.includes('/routes/') ? plain.replace(summed, '') : plain
    },
  }
}

const pdfFolders = ['cmaps', 'standard_fonts', 'wasm']

/** What a PDF may need to be drawn and does not hold itself: fonts, maps of characters, a decoder of pictures. */
export function pdfFiles(): Plugin {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
  return {
    name: 'docket-pdf-files',
    apply: 'build',
    generateBundle() {
      for (const part of pdfFolders) {
        // Our content policy runs no WASM; its stand-in in plain JavaScript is used.
        const names = readdirSync(path.join(folder, part)).filter((it) => !it.endsWith('.wasm'))
        for (const name of names) {
          const source = readFileSync(path.join(folder, part, name))
          this.emitFile({ type: 'asset', fileName: `pdfjs/${part}/${name}`, source })
        }
      }
    },
  }
}
