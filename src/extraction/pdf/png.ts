import { crc32, deflateSync } from 'node:zlib'
import type { Bitmap } from './render-page.ts'

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface Picture {
  width: number
  height: number
  /** Pixels row by row: one byte each for grey or a palette index, four for RGBA. */
  pixels: Uint8Array
  /** Three bytes per colour, as RGB. */
  palette?: Uint8Array
}

/** Encodes a PNG with eight bits per sample and no filters. `level` is the zlib level, from 1 to 9. */
export function encodePng(picture: Picture, level?: number): Buffer {
  const { width, height, pixels, palette } = picture
  const stride = pixels.length / height
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, getColourType(picture)], 8)
  const rows = Buffer.alloc((stride + 1) * height)
  for (let row = 0; row < height; row++) {
    rows.set(pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1)
  }
  return Buffer.concat([
    pngSignature,
    encodeChunk('IHDR', head),
    ...(palette ? [encodeChunk('PLTE', palette)] : []),
    encodeChunk('IDAT', deflateSync(rows, { level })),
    encodeChunk('IEND'),
  ])
}

function getColourType({ width, height, pixels, palette }: Picture): number {
  if (palette) return 3
  return pixels.length === width * height ? 0 : 6
}

export function encodeChunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Halves width and height. Each pixel becomes the mean of four. */
export function halve({ width, height, scale, pixels }: Bitmap): Bitmap {
  const half = { width: width >> 1, height: height >> 1 }
  const smaller = new Uint8Array(half.width * half.height)
  for (let row = 0; row < half.height; row++) {
    for (let column = 0; column < half.width; column++) {
      const at = 2 * row * width + 2 * column
      const sum =
        (pixels[at] ?? 0) +
        (pixels[at + 1] ?? 0) +
        (pixels[at + width] ?? 0) +
        (pixels[at + width + 1] ?? 0)
      smaller[row * half.width + column] = sum >> 2
    }
  }
  return { ...half, scale: scale / 2, pixels: smaller }
}
