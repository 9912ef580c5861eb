import { expect, it } from 'vitest'
import { decodeCsv } from './csv-text.ts'

const table = 'name,tin\nCafé Ümit,1\n'
const characterCodes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))

/** Encodes text as UTF-16 with a byte order mark, as Windows does. */
function encodeUtf16(isLittle: boolean): Uint8Array {
  const pairs = characterCodes(`\ufeff${table}`).map((code) => [code >> 8, code & 0xff])
  return Uint8Array.from(pairs.flatMap((pair) => (isLittle ? pair.toReversed() : pair)))
}

it('decodes a table in any encoding that spreadsheets use', () => {
  const encoded = [
    new TextEncoder().encode(table),
    new TextEncoder().encode(`\ufeff${table}`),
    Uint8Array.from(characterCodes(table)),
    encodeUtf16(true),
    encodeUtf16(false),
  ]
  expect(encoded.map(decodeCsv)).toEqual(encoded.map(() => table))
})
