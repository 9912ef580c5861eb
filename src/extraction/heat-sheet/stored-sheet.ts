import { gunzipSync, gzipSync } from 'node:zlib'
import type { Message } from '../../domain/messages/message.ts'
import type { Program } from './meet-program.ts'

/** Increment with every change to the reading, so cached sheets from an older reader are ignored. */
export const readerVersion = 5

/** A sheet independent of the requested swimmer. */
export interface Sheet {
  /** Name of the mapping that read it. */
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

/** Accepts only packSheet() output with the same version; does not validate the content. */
export function unpackSheet(bytes: Buffer): Sheet {
  return JSON.parse(gunzipSync(bytes).toString()) as Sheet
}
