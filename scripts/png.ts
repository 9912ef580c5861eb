import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** `rows`: each a byte for its filter, which is 0, and then its pixels: by their place in the palette, else RGBA. */
interface Picture {
  width: number
  height: number
  rows: Buffer
  palette?: Buffer
}

export function encodePng({ width, height, rows, palette }: Picture): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, palette ? 3 : 6, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export interface Pixels {
  width: number
  height: number
  /** 0xrrggbb, row by row. */
  colours: Uint32Array
}

/** Reads what browsers write: 8 bits for each of red, green, blue and perhaps alpha, not interlaced. */
export function decodePng(file: Buffer): Pixels {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const [depth, kind] = [file[24], file[25]]
  if (depth !== 8 || (kind !== 2 && kind !== 6)) throw new Error('This is no picture of a browser')
  const step = kind === 6 ? 4 : 3
  const bytes = unfiltered(inflateSync(dataOf(file)), width * step, step)
  const colours = new Uint32Array(width * height)
  for (let at = 0; at < colours.length; at++) colours[at] = bytes.readUIntBE(at * step, 3)
  return { width, height, colours }
}

function dataOf(file: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = signature.length; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return Buffer.concat(parts)
}

/** Each row says how its bytes differ from those to the left and above. */
function unfiltered(data: Buffer, width: number, step: number): Buffer {
  const rows = data.length / (width + 1)
  const out = Buffer.alloc(width * rows)
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (width + 1)]
    for (let at = 0; at < width; at++) {
      const place = row * width + at
      const left = at >= step ? (out[place - step] ?? 0) : 0
      const up = row > 0 ? (out[place - width] ?? 0) : 0
      const corner = at >= step && row > 0 ? (out[place - width - step] ?? 0) : 0
      const byte = data[row * (width + 1) + 1 + at] ?? 0
      out[place] = byte + guess(filter ?? 0, left, up, corner)
    }
  }
  return out
}

function guess(filter: number, left: number, up: number, corner: number): number {
  const straight = [0, left, up, (left + up) >> 1][filter]
  if (straight !== undefined) return straight
  const [a, b, c] = [left, up, corner].map((near) => Math.abs(left + up - corner - near))
  if (a === undefined || b === undefined || c === undefined) return 0
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
