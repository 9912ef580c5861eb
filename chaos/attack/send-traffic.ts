// Runs as a separate process, so that the hostile clients do not distort the measurements of the honest ones.
// tsx chaos/attack/send-traffic.ts URL SECONDS SEED PDFS STREAMS: ends with one JSON line.
import { setPriority } from 'node:os'
import { openStreams, sendMalformed, sendSlowBodies, sendSteadyBodies } from './connections.ts'
import {
  type AttackContext,
  callTools,
  floodUploads,
  probeAccess,
  sendLargeBodies,
  startSessions,
  tryPatterns,
  uploadHostilePdfs,
} from './requests.ts'
import { createRecorder } from './tally.ts'

// Real attackers use their own machines, so this process must not compete with the server for CPU time.
setPriority(19)
const [, , url = '', seconds, seed, pdfs, streams] = process.argv
const recorder = createRecorder()
const end = performance.now() + Number(seconds) * 1000
const context: AttackContext = {
  url,
  seed: Number(seed),
  recorder,
  isOver: () => performance.now() > end,
}
await Promise.all([
  uploadHostilePdfs(context, Number(pdfs)),
  sendLargeBodies(context),
  tryPatterns(context),
  startSessions(context),
  floodUploads(context),
  probeAccess(context),
  callTools(context),
  sendSlowBodies(context),
  sendSteadyBodies(context),
  sendMalformed(context),
  openStreams(context, Number(streams)),
])
console.log(JSON.stringify({ tally: recorder.tally, violations: recorder.violations }))
process.exit(0)
