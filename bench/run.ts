// npm run bench [-- uploads|upload_path|extract|heat_sheets|queue|streams] [--large]: builds nothing, measures what `npm run build` has made;
// ends with one JSON line of figures. `--large` is the queue's: beside a million finished jobs.
import { parseArgs } from 'node:util'
import { benchExtract } from './extract.ts'
import { benchHeatSheets } from './heat-sheets.ts'
import { benchQueue } from './queue.ts'
import { benchStreams } from './streams.ts'
import { benchUploadPath } from './upload-path.ts'
import { benchUploads } from './uploads.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { large: { type: 'boolean', default: false }, json: { type: 'boolean', default: true } },
})
const benches = {
  uploads: benchUploads,
  upload_path: benchUploadPath,
  extract: benchExtract,
  heat_sheets: benchHeatSheets,
  streams: benchStreams,
  queue: () => benchQueue({ isLarge: values.large }),
}
const figures: Record<string, unknown> = {}
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length === 0 || positionals.includes(name)) figures[name] = await bench()
}
console.log(JSON.stringify(figures))
