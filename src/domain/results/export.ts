import { z } from 'zod'
import { contentTypes } from '../mapping/output-formats.ts'

/** An archive with all files, or one merged file. */
export const ExportFormat = z.enum(['zip', 'xml', 'csv', 'xlsx', 'ics'])
export type ExportFormat = z.infer<typeof ExportFormat>

export const exportContentTypes: Record<ExportFormat, string> = {
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: contentTypes.xml,
  csv: contentTypes.csv,
  ics: contentTypes.ics,
}

const invalidCharacters = /[<>:"|?*\\/]/g
/** File names that Windows reserves, whatever their extension. */
const reservedNames = /^(?:con|prn|aux|nul|com\d|lpt\d)(?![^.\s])/i
const maxNameLength = 120
/** Maximum length of a name in bytes. File systems allow 255, which must include a number suffix and the extension. */
const maxNameBytes = 220

/**
 * Returns a function that makes file names safe for one folder: it removes characters, reserved names and lengths that
 * some systems reject, avoids hidden files, and keeps names unique regardless of case.
 */
export function createNameGenerator(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const dot = name.search(/(\.ubl|\.fields)?\.[^.]*$/)
    const [base, ending] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
    const safe = toSafeBase(base)
    for (let nth = 1; ; nth++) {
      const tried = `${safe}${nth === 1 ? '' : ` (${nth})`}${ending.replace(invalidCharacters, '_')}`
      if (taken.has(tried.toLowerCase())) continue
      taken.add(tried.toLowerCase())
      return tried
    }
  }
}

function toSafeBase(base: string): string {
  const plain = base.normalize('NFC').replace(invalidCharacters, '_').trim().replace(/^\.+/, '_')
  const [characters, encoder] = [[...plain].slice(0, maxNameLength), new TextEncoder()]
  while (encoder.encode(characters.join('')).length > maxNameBytes) characters.pop()
  const short = characters.join('').trim()
  return reservedNames.test(short) ? `_${short}` : short || 'document'
}
