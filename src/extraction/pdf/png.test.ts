import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { encodePng, halve } from './png.ts'

const picture = {
  width: 4,
  height: 2,
  scale: 4,
  pixels: Uint8Array.of(0, 4, 100, 100, 8, 12, 100, 104),
}

it('encodes an 8-bit greyscale PNG with every pixel', () => {
  const png = encodePng(picture)
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([4, 2, 8, 0])
  const length = png.readUInt32BE(33)
  const rows = inflateSync(png.subarray(41, 41 + length))
  expect([...rows]).toEqual([0, 0, 4, 100, 100, 0, 8, 12, 100, 104])
  expect(png.subarray(-8, -4).toString()).toBe('IEND')
})

it('encodes PNGs that another library decodes, in greyscale, palette and RGBA', () => {
  const read = (pixels: Uint8Array, palette?: Uint8Array) => [
    ...PNG.sync.read(encodePng({ width: 2, height: 1, pixels, ...(palette && { palette }) }, 9))
      .data,
  ]
  expect(read(Uint8Array.of(7, 200))).toEqual([7, 7, 7, 255, 200, 200, 200, 255])
  expect(read(Uint8Array.of(1, 0), Uint8Array.of(1, 2, 3, 4, 5, 6))).toEqual([
    4, 5, 6, 255, 1, 2, 3, 255,
  ])
  const colours = [1, 2, 3, 255, 4, 5, 6, 0]
  expect(read(Uint8Array.from(colours))).toEqual(colours)
})

it('halves a bitmap by averaging four pixels', () => {
  const half = { width: 2, height: 1, scale: 2, pixels: Uint8Array.of(6, 101) }
  expect(halve(picture)).toEqual(half)
})
