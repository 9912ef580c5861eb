import { PNG } from 'pngjs'
import { encodePng } from '../src/extraction/pdf/png.ts'

const maxColours = 64

/** Reduces the size of a screenshot by reducing its colours. */
export function shrinkPng(file: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(file)
  const colours = Uint32Array.from({ length: width * height }, (_, at) =>
    data.readUIntBE(at * 4, 3),
  )
  const replacements = reduceColours(colours)
  const colourList = [...new Set(replacements.values())]
  const places = new Map(colourList.map((colour, place) => [colour, place]))
  const palette = Buffer.alloc(colourList.length * 3)
  for (const [place, colour] of colourList.entries()) palette.writeUIntBE(colour, place * 3, 3)
  const pixels = Uint8Array.from(
    colours,
    (colour) => places.get(replacements.get(colour) ?? 0) ?? 0,
  )
  return encodePng({ width, height, pixels, palette }, 9)
}

/** Maps each colour to the one that replaces it. Frequent colours stay; rare colours become a similar one. */
export function reduceColours(colours: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const groups = splitIntoGroups([...counts].map(([colour, count]) => ({ colour, count })))
  const replacements = new Map<number, number>()
  for (const group of groups) {
    const mostFrequent = group.reduce((one, other) => (other.count > one.count ? other : one))
    for (const { colour } of group) replacements.set(colour, mostFrequent.colour)
  }
  return replacements
}

interface ColourCount {
  colour: number
  count: number
}

/** Splits the group with the largest range until the maximum number of groups is reached (median cut). */
function splitIntoGroups(all: ColourCount[]): ColourCount[][] {
  const groups = [all]
  while (groups.length < maxColours) {
    const widest = groups
      .map((group, place) => ({ place, group, ...widestChannel(group) }))
      .reduce((one, other) => (other.weight > one.weight ? other : one))
    if (widest.weight === 0) break
    groups.splice(widest.place, 1, ...splitInHalf(widest.group, widest.shift))
  }
  return groups
}

const shifts = [16, 8, 0]
const channelValue = (colour: number, shift: number) => (colour >> shift) & 0xff

/** Returns the channel in which the colours of a group vary most, weighted by visibility. */
function widestChannel(group: ColourCount[]): { shift: number; weight: number } {
  const count = group.reduce((sum, one) => sum + one.count, 0)
  return shifts
    .map((shift) => {
      const parts = group.map(({ colour }) => channelValue(colour, shift))
      const range =
        parts.reduce((maxValue, one) => Math.max(maxValue, one), 0) -
        parts.reduce((least, one) => Math.min(least, one), 255)
      return { shift, weight: range * Math.cbrt(count) }
    })
    .reduce((one, other) => (other.weight > one.weight ? other : one))
}

function splitInHalf(group: ColourCount[], shift: number): [ColourCount[], ColourCount[]] {
  const parts = group.map(({ colour }) => channelValue(colour, shift))
  const least = parts.reduce((one, other) => Math.min(one, other))
  const maxValue = parts.reduce((one, other) => Math.max(one, other))
  const middle = (least + maxValue) / 2
  return [
    group.filter(({ colour }) => channelValue(colour, shift) <= middle),
    group.filter(({ colour }) => channelValue(colour, shift) > middle),
  ]
}
