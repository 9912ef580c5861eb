import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { encodePng } from '../src/extraction/pdf/png.ts'

/** Renders public/favicon.svg as PNGs for home screens: `tsx scripts/write-icons.ts FOLDER`. */
const folder = process.argv[2]
if (folder === undefined) throw new Error('Usage: write-icons FOLDER')

type Colour = [red: number, green: number, blue: number, alpha: number]
const manila: Colour = [0xec, 0xd9, 0xa6, 255]
const ink: Colour = [0x24, 0x38, 0xa8, 255]
const paper: Colour = [0xf6, 0xf5, 0xf0, 255]
const nothing: Colour = [0, 0, 0, 0]

const isWithin = (x: number, y: number, cx: number, cy: number, r: number) =>
  Math.hypot(x - cx, y - cy) <= r

/** True if a point in the 32 × 32 drawing lies in a rounded rectangle. */
function isInTag(x: number, y: number): boolean {
  if (x < 6 || x > 26 || y < 2 || y > 30) return false
  if (isWithin(x, y, 6, 13, 2.5) || isWithin(x, y, 26, 13, 2.5)) return false
  const [cx, cy] = [Math.min(Math.max(x, 9), 23), Math.min(Math.max(y, 5), 27)]
  return isWithin(x, y, cx, cy, 3)
}

function isInStroke(x: number, y: number, from: number, to: number, at: number): boolean {
  return isWithin(x, y, Math.min(Math.max(x, from), to), at, 1.1)
}

function colourAt(x: number, y: number, ground: Colour): Colour {
  if (!isInTag(x, y)) return ground
  if (isWithin(x, y, 16, 7, 2)) return ink
  if ([10.5, 14.17, 17.83, 21.5].some((dot) => isWithin(x, y, dot, 13, 1.1))) return ink
  return isInStroke(x, y, 11, 21, 19.5) || isInStroke(x, y, 11, 17, 24.5) ? ink : manila
}

const samples = 3

/** Draws the icon; `scale` is the fraction of the image that the drawing fills. */
function pixels(size: number, scale: number, ground: Colour): Buffer {
  const bytes = Buffer.alloc(size * size * 4)
  const toDrawing = (at: number) => ((at / size - 0.5) / scale) * 32 + 16
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const sum = [0, 0, 0, 0]
      for (let part = 0; part < samples * samples; part++) {
        const x = toDrawing(column + ((part % samples) + 0.5) / samples)
        const y = toDrawing(row + (Math.floor(part / samples) + 0.5) / samples)
        const [red, green, blue, alpha] = colourAt(x, y, ground)
        ;[red * alpha, green * alpha, blue * alpha, alpha].forEach((value, index) => {
          sum[index] = (sum[index] ?? 0) + value
        })
      }
      const [red = 0, green = 0, blue = 0, alpha = 0] = sum
      const colour =
        alpha === 0 ? nothing : [red / alpha, green / alpha, blue / alpha, alpha / samples ** 2]
      bytes.set(colour.map(Math.round), (row * size + column) * 4)
    }
  }
  return bytes
}

const icons = {
  'icon-192.png': { size: 192, scale: 1, ground: nothing },
  'icon-512.png': { size: 512, scale: 1, ground: nothing },
  // Leaves an empty margin, which a phone can crop.
  'icon-180.png': { size: 180, scale: 0.8, ground: paper },
  'icon-maskable-512.png': { size: 512, scale: 0.66, ground: paper },
}

for (const [name, { size, scale, ground }] of Object.entries(icons)) {
  const picture = { width: size, height: size, pixels: pixels(size, scale, ground) }
  writeFileSync(path.join(folder, name), encodePng(picture, 9))
}
