import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { Bitmap } from '../pdf/render-page.ts'
import type { OcrFiles } from './packages.ts'

/** One line of words, in pixel coordinates. */
export interface RecognisedLine {
  baseline: { x0: number; y0: number; x1: number; y1: number }
  words: RecognisedWord[]
}

export interface RecognisedWord {
  text: string
  /** From 0 to 100. */
  confidence: number
  bbox: { x0: number; y0: number; x1: number; y1: number }
}

/** Returns lines in no particular order. */
export type Recogniser = (bitmap: Bitmap, layout: PageLayout) => RecognisedLine[]

/**
 * `columns` detects columns and vertical text. `rows` expects rows across the whole page, because with `columns`,
 * Tesseract drops single digits in narrow table columns.
 */
export type PageLayout = 'columns' | 'rows'

/** The part of Tesseract's API that Docket uses. */
interface Tesseract {
  Init: (folder: null, languages: string, mode: number) => number
  SetVariable: (name: string, value: string) => void
  SetImageFile: (exif: number, radians: number) => number
  Recognize: (monitor: null) => number
  GetJSONText: () => string
}

interface Core {
  FS: { writeFile: (file: string, data: Uint8Array) => void }
  TessBaseAPI: new () => Tesseract
}

interface RecognitionResult {
  blocks: { paragraphs: { lines: RecognisedLine[] }[] }[]
}

const lstmOnly = 1
/** Tesseract's page segmentation modes. Its reading order is not used. */
const segmentation: Record<PageLayout, string> = { columns: '3', rows: '6' }

let loading: { languages: string; recogniser: Promise<Recogniser> } | undefined

/** Loads the engine for the first scan and reuses it for later scans. */
export function loadRecogniser(files: OcrFiles): Promise<Recogniser> {
  const languages = [...files.data.keys()].join('+')
  if (loading?.languages !== languages) loading = { languages, recogniser: load(files, languages) }
  return loading.recogniser
}

async function load({ engine, data }: OcrFiles, languages: string): Promise<Recogniser> {
  try {
    const start = createRequire(import.meta.url)(engine) as (options: object) => Promise<Core>
    const silent = { print: () => {}, printErr: () => {}, TesseractProgress: () => {} }
    const core = await start(silent)
    for (const [language, file] of data) {
      core.FS.writeFile(`./${language}.traineddata`, gunzipSync(readFileSync(file)))
    }
    const tesseract = new core.TessBaseAPI()
    if (tesseract.Init(null, languages, lstmOnly) !== 0)
      throw new Error('Tesseract failed to start')
    return createRecogniser(core, tesseract)
  } catch (thrown) {
    loading = undefined
    throw thrown
  }
}

function createRecogniser(core: Core, tesseract: Tesseract): Recogniser {
  return ({ width, height, scale, pixels }, layout) => {
    try {
      const head = Buffer.from(`P5\n${width} ${height}\n255\n`)
      core.FS.writeFile('/input', Buffer.concat([head, pixels]))
      tesseract.SetVariable('tessedit_pageseg_mode', segmentation[layout])
      tesseract.SetVariable('user_defined_dpi', String(Math.round(scale * 72)))
      if (tesseract.SetImageFile(1, 0) !== 0) throw new Error('Tesseract rejected the image')
      tesseract.Recognize(null)
      const { blocks } = JSON.parse(tesseract.GetJSONText()) as RecognitionResult
      return blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    } catch (thrown) {
      // The engine's state is undefined after a trap, so the next scan loads a new engine.
      loading = undefined
      throw thrown
    }
  }
}
