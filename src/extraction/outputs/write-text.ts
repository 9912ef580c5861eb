import type { Reading } from '../../domain/reading/reading.ts'
import { renderJson } from './json.ts'
import { renderTxt } from './txt.ts'
import { type Output, toOutput } from './write-outputs.ts'

const renderers = { json: renderJson, txt: renderTxt }

/** Writes the text of any PDF, in the formats that the mapping lists. */
export function writeText(
  reading: Reading,
  formats: readonly (keyof typeof renderers)[],
): Output[] {
  return formats.map((format) => toOutput(format, renderers[format](reading)))
}
