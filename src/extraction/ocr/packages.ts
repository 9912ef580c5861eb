import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UnavailableOcr } from '../../domain/messages/reading-codes.ts'

/** The OCR engine's files, or the reason why OCR is unavailable and how to enable it. */
export type Ocr = OcrFiles | { unavailable: UnavailableOcr }

export interface OcrFiles {
  /** Path of the Tesseract WASM module. */
  engine: string
  /** Paths of the gzipped models, by language. */
  data: ReadonlyMap<string, string>
}

type Resolve = (name: string) => string

/** The build without relaxed SIMD, because results with relaxed SIMD may differ between machines. */
const enginePackage = 'tesseract.js-core/tesseract-core-simd-lstm.js'
const versions = { engine: 'tesseract.js-core@7.0.0', data: '1.0.0' }

/** The folder with each package's smaller model. The larger model adds the legacy engine. */
const dataFolder = '4.0.0_best_int'

/**
 * Resolves OCR_LANGUAGES: `off`, or languages such as `eng+deu`. Models for other languages come from packages, because
 * Docket never downloads models at run time.
 */
export function findOcr(setting = 'eng', resolve: Resolve = resolvePackage): Ocr {
  if (setting === 'off') return { unavailable: { ocr: 'off', packages: [] } }
  const data = new Map<string, string>()
  const missing: string[] = []
  const locatePackage = (name: string, found: (place: string) => void, wanted: string) => {
    try {
      found(resolve(name))
    } catch {
      missing.push(wanted)
    }
  }
  let enginePlace = ''
  locatePackage(enginePackage, (place) => (enginePlace = place), versions.engine)
  for (const language of setting.split('+')) {
    const name = `@tesseract.js-data/${language}`
    const file = `${dataFolder}/${language}.traineddata.gz`
    const found = (place: string) => data.set(language, path.join(path.dirname(place), file))
    locatePackage(`${name}/package.json`, found, `${name}@${versions.data}`)
  }
  if (missing.length > 0) return { unavailable: { ocr: 'not_installed', packages: missing } }
  return { engine: enginePlace, data }
}

/**
 * The build copies the engine and the English model to dist/ocr/, because these files are a tenth of the size of their
 * packages.
 */
const bundled = fileURLToPath(new URL('../../ocr', import.meta.url))

function resolvePackage(name: string): string {
  const copy = path.join(bundled, name)
  return existsSync(copy) ? copy : createRequire(import.meta.url).resolve(name)
}
