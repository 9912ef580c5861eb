import { createRequire } from 'node:module'
import path from 'node:path'
import { say } from '../../domain/i18n/say.ts'

/** Either what recognises text in these languages, or why nothing does and how to change that. */
export type Ocr = OcrFiles | { refusal: string }

export interface OcrFiles {
  /** Tesseract as WASM: a module to require. */
  engine: string
  /** By language, packed with gzip. */
  data: ReadonlyMap<string, string>
}

type Resolve = (name: string) => string

/** Which build: the one without relaxed SIMD, which would let results differ from machine to machine. */
const enginePackage = 'tesseract.js-core/tesseract-core-simd-lstm.js'
const versions = { engine: 'tesseract.js-core@7.0.0', data: '1.0.0' }

/** The smaller of each package's two: the larger adds an engine of older days. */
const dataFolder = '4.0.0_best_int'

/**
 * What the setting OCR asks for, as far as it is installed: `off`, or languages such as `eng+deu`. The
 * packages are optional and hold all there is to it: nothing is ever fetched while Docket runs.
 */
export function findOcr(setting = 'eng', resolve: Resolve = resolvePackage): Ocr {
  if (setting === 'off') return { refusal: say`Reading scans is switched off here (OCR=off).` }
  const data = new Map<string, string>()
  const missing: string[] = []
  const seek = (name: string, found: (place: string) => void, wanted: string) => {
    try {
      found(resolve(name))
    } catch {
      missing.push(wanted)
    }
  }
  let enginePlace = ''
  seek(enginePackage, (place) => (enginePlace = place), versions.engine)
  for (const language of setting.split('+')) {
    const name = `@tesseract.js-data/${language}`
    const file = `${dataFolder}/${language}.traineddata.gz`
    const found = (place: string) => data.set(language, path.join(path.dirname(place), file))
    seek(`${name}/package.json`, found, `${name}@${versions.data}`)
  }
  return missing.length === 0 ? { engine: enginePlace, data } : { refusal: refusal(missing) }
}

function refusal(missing: string[]): string {
  const command = `npm install --no-save --include=optional ${missing.join(' ')}`
  return say`Reading scans is not installed here. Who runs Docket can switch it on, in its folder, with: ${command}`
}

function resolvePackage(name: string): string {
  return createRequire(import.meta.url).resolve(name)
}
