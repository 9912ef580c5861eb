// npm run bench [-- uploads|extract|heat_sheets]: builds nothing, measures what `npm run build` has made; ends with one JSON
// line of figures.
import { benchExtract } from './extract.ts'
import { benchHeatSheets } from './heat-sheets.ts'
import { benchUploads } from './uploads.ts'

const benches = { uploads: benchUploads, extract: benchExtract, heat_sheets: benchHeatSheets }
const asked = process.argv.slice(2)
const figures: Record<string, unknown> = {}
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length === 0 || asked.includes(name)) figures[name] = await bench()
}
console.log(JSON.stringify(figures))
