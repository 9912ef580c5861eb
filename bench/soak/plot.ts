/** A measured quantity over time. */
export interface Series {
  name: string
  unit: string
  values: number[]
}

const panel = { width: 360, height: 130, left: 12, top: 34, plotWidth: 330, plotHeight: 72 }
const columns = 2

/** Draws one panel per series, each from zero to its maximum, as an SVG. */
export function drawPlots(
  series: Series[],
  { title, minutes }: { title: string; minutes: number },
) {
  const width = columns * panel.width
  const height = 30 + Math.ceil(series.length / columns) * panel.height
  const panels = series.map((one, nth) => drawPanel(one, nth, minutes))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="12" y="20" font-weight="bold">${escape(title)}</text>`,
    ...panels,
    '</svg>\n',
  ].join('\n')
}

function drawPanel({ name, unit, values }: Series, nth: number, minutes: number): string {
  const x = (nth % columns) * panel.width
  const y = 30 + Math.floor(nth / columns) * panel.height
  const largest = Math.max(...values, 0)
  const bottom = panel.top + panel.plotHeight
  return [
    `<g transform="translate(${x} ${y})">`,
    `<text x="${panel.left}" y="16">${escape(name)}: at most ${format(largest)} ${escape(unit)}, at the end ${format(values.at(-1) ?? 0)}</text>`,
    `<path d="M${panel.left} ${bottom}h${panel.plotWidth}" stroke="#999"/>`,
    `<polyline fill="none" stroke="#2563eb" stroke-width="1.5" points="${toPoints(values, largest)}"/>`,
    `<text x="${panel.left}" y="${bottom + 14}" fill="#666">0</text>`,
    `<text x="${panel.left + panel.plotWidth}" y="${bottom + 14}" fill="#666" text-anchor="end">${format(minutes)} min</text>`,
    '</g>',
  ].join('\n')
}

function toPoints(values: number[], largest: number): string {
  const step = panel.plotWidth / Math.max(1, values.length - 1)
  const toY = (value: number) =>
    panel.top + panel.plotHeight * (1 - (largest === 0 ? 0 : value / largest))
  return values
    .map((value, nth) => `${(panel.left + nth * step).toFixed(1)},${toY(value).toFixed(1)}`)
    .join(' ')
}

function format(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2)))
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
