import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { Bitmap } from '../pdf/render-page.ts'
import type { OcrFiles } from './packages.ts'

/** A row of words as Tesseract sees it; all measures are pixels. */
export interface RecognisedLine {
  baseline: { x0: number; y0: number; x1: number; y1: number }
  words: RecognisedWord[]
}

export interface RecognisedWord {
  text: string
  /** 0 to 100. */
  confidence: number
  bbox: { x0: number; y0: number; x1: number; y1: number }
}

/** Finds what is written in a picture, in no order. */
export type Recogniser = (bitmap: Bitmap) => RecognisedLine[]

/** What is used of Tesseract's own interface. */
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
/** It looks for columns, lines and upright text itself; in what order it reads them is of no concern. */
const automaticSegmentation = '3'

let loading: { languages: string; recogniser: Promise<Recogniser> } | undefined

/** Loaded at the first scan, and kept for the next one. */
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
    if (tesseract.Init(null, languages, lstmOnly) !== 0) throw new Error('Tesseract does not start')
    tesseract.SetVariable('tessedit_pageseg_mode', automaticSegmentation)
    return createRecogniser(core, tesseract)
  } catch (thrown) {
    loading = undefined
    throw thrown
  }
}

function createRecogniser(core: Core, tesseract: Tesseract): Recogniser {
  return ({ width, height, scale, pixels }) => {
    try {
      const head = Buffer.from(`P5\n${width} ${height}\n255\n`)
      core.FS.writeFile('/input', Buffer.concat([head, pixels]))
      tesseract.SetVariable('user_defined_dpi', String(Math.round(scale * 72)))
      if (tesseract.SetImageFile(1, 0) !== 0) throw new Error('Tesseract does not take the picture')
      tesseract.Recognize(null)
      const { blocks } = JSON.parse(tesseract.GetJSONText()) as RecognitionResult
      return blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    } catch (thrown) {
      // After a trap, what is left of it is undefined: the next scan gets a new one.
      loading = undefined
      throw thrown
    }
  }
}
