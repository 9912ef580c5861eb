import { deflateSync } from 'node:zlib'
import type { PageImage } from './page-image.ts'

type Encoded = Pick<PageImage, 'dictionary' | 'data'>

/** Encodes RGBA pixels for a PDF, on white paper. Grey images take up a third of the space. */
export function encodePixels(rgba: Uint8Array, width: number, height: number): Encoded {
  const isGrey = hasOnlyGrey(rgba)
  const channels = isGrey ? 1 : 3
  const pixels = Buffer.alloc(width * height * channels)
  for (let from = 0, to = 0; to < pixels.length; from += 4, to += channels) {
    const alpha = rgba[from + 3] ?? 255
    for (let channel = 0; channel < channels; channel++) {
      const value = rgba[from + channel] ?? 255
      pixels[to + channel] = alpha === 255 ? value : 255 + ((value - 255) * alpha) / 255
    }
  }
  const space = isGrey ? '/DeviceGray' : '/DeviceRGB'
  return flate(`/ColorSpace ${space} /BitsPerComponent 8`, pixels)
}

/** Encodes black-and-white RGBA pixels with one bit each, as faxes and office scanners store them. */
export function encodeBilevel(rgba: Uint8Array, width: number, height: number): Encoded {
  const rowBytes = Math.ceil(width / 8)
  const pixels = Buffer.alloc(rowBytes * height)
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from += 4) {
      const at = y * rowBytes + (x >> 3)
      if ((rgba[from] ?? 0) > 127) pixels[at] = (pixels[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return flate('/ColorSpace /DeviceGray /BitsPerComponent 1', pixels)
}

function hasOnlyGrey(rgba: Uint8Array): boolean {
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false
  }
  return true
}

function flate(dictionary: string, pixels: Buffer): Encoded {
  return {
    dictionary: `${dictionary} /Filter /FlateDecode`,
    data: deflateSync(pixels, { level: 3 }),
  }
}
