import { Transform } from 'node:stream'

const newline = 0x0a
const space = 0x20

/**
 * Removes line breaks and indentation. In the XML and JSON that Docket writes, these are never part of a value: a line
 * break in a value is a space or an escape sequence.
 */
export function compact(): Transform {
  let isIndent = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const kept = chunk.filter((byte) => {
        isIndent = byte === newline || (isIndent && byte === space)
        return !isIndent
      })
      done(null, kept)
    },
  })
}
