import { gunzipSync, gzipSync } from 'node:zlib'
import type { Program } from './meet-program.ts'

/** Raised with every change of what is read from a sheet, so that nothing is taken from an older reader. */
export const readerVersion = 1

/** All that is known of a sheet before anyone asks for a swimmer. */
export interface Sheet {
  /** The mapping that it was read by. */
  mapping: string
  page_count: number
  word_count: number
  program: Program
  /** Why to look at it, whoever asks. */
  reasons: string[]
}

export function packSheet(sheet: Sheet): Buffer {
  return gzipSync(JSON.stringify(sheet), { level: 3 })
}

/** Only of what `packSheet` of the same reader has made: nothing is checked. */
export function unpackSheet(bytes: Buffer): Sheet {
  return JSON.parse(gunzipSync(bytes).toString()) as Sheet
}
