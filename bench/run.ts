// npm run bench [--
// uploads|upload_path|documents|claimers|extract|learn|scans|heat_sheets|queue|recheck|streams|polling|capacity|
// lighthouse|soak|soak_up|soak_fleet] [--large] [--minutes 10] [--build FOLDER] [--documents 400] [--rounds 3]: measures the result of
// `npm run build` without building, and ends with one JSON line of metrics. `--large` runs the queue with a million
// finished jobs in its tables. `--build` (repeatable) runs the documents benchmark against another built
// checkout too. The soak tests run only on request; `soak_up` draws
// bench/soak.svg, `soak_fleet` bench/soak-fleet.svg.
import { parseArgs } from 'node:util'
import { benchCapacity } from './capacity.ts'
import { benchClaimers } from './claimers.ts'
import { benchDocuments } from './documents.ts'
import { benchExtract } from './extract.ts'
import { benchHeatSheets } from './heat-sheets.ts'
import { benchLearn } from './learn.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchPolling } from './polling.ts'
import { benchQueue } from './queue.ts'
import { benchRecheck } from './recheck.ts'
import { benchScans } from './scans.ts'
import { benchSoakFleet } from './soak/fleet.ts'
import { benchSoakUp } from './soak/up.ts'
import { benchSoak } from './soak/worker.ts'
import { benchStreams } from './streams.ts'
import { benchUploadPath } from './upload-path.ts'
import { benchUploads } from './uploads.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    json: { type: 'boolean', default: true },
    group: { type: 'string', multiple: true },
    examples: { type: 'string', default: '1' },
    build: { type: 'string', multiple: true, default: [] },
    documents: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '3' },
    verbose: { type: 'boolean', short: 'v', default: false },
  },
})
const benches = {
  uploads: benchUploads,
  upload_path: benchUploadPath,
  documents: () =>
    benchDocuments({
      builds: ['.', ...values.build],
      documents: Number(values.documents),
      rounds: Number(values.rounds),
    }),
  claimers: benchClaimers,
  extract: benchExtract,
  heat_sheets: benchHeatSheets,
  learn: () =>
    benchLearn({
      groups: values.group ?? [],
      examples: Number(values.examples),
      isVerbose: values.verbose,
    }),
  scans: () => benchScans({ groups: values.group ?? [], isVerbose: values.verbose }),
  streams: benchStreams,
  polling: benchPolling,
  capacity: benchCapacity,
  lighthouse: benchLighthouse,
  queue: () => benchQueue({ isLarge: values.large }),
  recheck: benchRecheck,
  soak: () => benchSoak({ minutes: Number(values.minutes) }),
  soak_up: () => benchSoakUp({ minutes: Number(values.minutes) }),
  soak_fleet: () => benchSoakFleet({ minutes: Number(values.minutes) }),
}
const metrics: Record<string, unknown> = {}
for (const [name, bench] of Object.entries(benches)) {
  const isWanted = positionals.length === 0 ? !name.startsWith('soak') : positionals.includes(name)
  if (isWanted) metrics[name] = await bench()
}
console.log(JSON.stringify(metrics))
