import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { encodePng, halve } from './png.ts'

const picture = {
  width: 4,
  height: 2,
  scale: 4,
  pixels: Uint8Array.of(0, 4, 100, 100, 8, 12, 100, 104),
}

it('is a PNG of eight grey bits a pixel that holds every one of them', () => {
  const png = encodePng(picture)
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([4, 2, 8, 0])
  const length = png.readUInt32BE(33)
  const rows = inflateSync(png.subarray(41, 41 + length))
  expect([...rows]).toEqual([0, 0, 4, 100, 100, 0, 8, 12, 100, 104])
  expect(png.subarray(-8, -4).toString()).toBe('IEND')
})

it('is halved by the mean of four pixels', () => {
  const half = { width: 2, height: 1, scale: 2, pixels: Uint8Array.of(6, 101) }
  expect(halve(picture)).toEqual(half)
})
