import { gunzipSync, gzipSync } from 'node:zlib'
import type { Message } from '../../domain/messages/message.ts'
import type { Program } from './meet-program.ts'

/** Increment whenever the reader changes, so that sheets cached by an older version are ignored. */
export const readerVersion = 6

/** A heat sheet's content, before any swimmer is selected. */
export interface Sheet {
  /** Name of the mapping used to read the sheet. */
  mapping: string
  page_count: number
  word_count: number
  program: Program
  /** Review reasons that apply to every swimmer. */
  reasons: Message[]
}

export function packSheet(sheet: Sheet): Buffer {
  return gzipSync(JSON.stringify(sheet), { level: 3 })
}

/** Accepts only output of packSheet() with the same version. Does not validate the content. */
export function unpackSheet(bytes: Buffer): Sheet {
  return JSON.parse(gunzipSync(bytes).toString()) as Sheet
}
