import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FormPart } from '../../intake/upload-form.ts'
import { compact } from '../../reading/gateway/compact.ts'
import {
  convert,
  type Converting,
  isJson,
  takeIn,
  type Wanted,
} from '../../reading/gateway/convert.ts'
import { writeEnvelope } from '../../reading/gateway/envelope.ts'
import type { Scratch } from '../../blobs/scratch.ts'
import { AppError } from '../../domain/errors/errors.ts'
import {
  allOutputs,
  extractionType,
  gatewayRoutes,
  type GatewayStage,
} from '../../domain/api/gateway.ts'
import type { OutputFormat } from '../../domain/mapping/mapping.ts'
import type { Meter } from '../../domain/ports/meter.ts'
import type { Tracer } from '../../domain/ports/tracer.ts'
import { acceptable } from '../responses/accept.ts'
import { partsOf, whenGone } from '../requests/form-parts.ts'
import { passOver } from '../requests/drain-body.ts'
import { type Asked, serve } from '../requests/serve.ts'

export interface GatewayServices extends Converting {
  scratch: Scratch
  version: string
  /** Requests in hand at a time, be they sending, waiting or being read; more are told to come again. */
  mostAtOnce: number
  idleMs: number
  lastCallMs: number
  meter?: Meter
  tracer?: Tracer
}

/** What each type stands for; of equals, the first is answered with. */
const formats: Record<string, OutputFormat> = {
  'application/xml': 'xml',
  'application/json': 'json',
}

export function serveGateway(app: FastifyInstance, services: GatewayServices): void {
  let inHand = 0

  serve(app, gatewayRoutes.process, async (asked) => {
    setStage(asked.reply, 'receive')
    if (inHand >= services.mostAtOnce) {
      await passOver(asked.request, services.maxUploadBytes)
      throw new AppError('BUSY')
    }
    inHand += 1
    try {
      await services.scratch.use((folder) => processOne(services, asked, folder))
    } finally {
      inHand -= 1
    }
    return asked.reply
  })

  serve(app, gatewayRoutes.health, async () => ({
    status: 'healthy' as const,
    service: 'gateway' as const,
    version: services.version,
  }))
}

async function processOne(
  services: GatewayServices,
  { query, request, reply }: Asked<typeof gatewayRoutes.process>,
  folder: string,
): Promise<void> {
  const signal = whenGone(reply)
  const task = await takeIn(services, bodyParts(services, request, query), folder)
  const { job_id, mapping } = task
  if (job_id !== undefined) reply.header('x-job-id', job_id)
  reply.log = request.log.child({ job_id, mapping: mapping.name })
  request.log = reply.log
  const wanted = wantedBy(request)
  setStage(reply, 'read')
  const result = await convert(services, task, wanted, signal)
  setStage(reply, 'done')
  reply.header('x-needs-review', String(result.review_reasons.length > 0))
  if (wanted === 'all' && 'page_count' in result) {
    reply.type(extractionType).header('preference-applied', allOutputs)
    await send(reply, Readable.from(writeEnvelope(result)))
  } else {
    const [output] = result.outputs
    if (!output) throw new Error('A reading has no outputs')
    reply.type(output.content_type)
    await send(reply, openFile(output.file, task.pretty))
  }
}

function setStage(reply: FastifyReply, stage: GatewayStage): void {
  reply.header('x-stage', stage)
}

/** The parts of a form; or fields from the query, and the JSON of a reading as the body. */
async function* bodyParts(
  services: GatewayServices,
  request: FastifyRequest,
  query: Record<string, string | undefined>,
): AsyncGenerator<FormPart> {
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) yield { kind: 'field', name, value }
  }
  const part = { filename: '', content_type: request.headers['content-type'] ?? '' }
  if (request.isMultipart()) {
    yield* partsOf(request, { maxBytes: services.maxUploadBytes, most: 1 })
  } else if (isJson(part)) {
    yield { kind: 'file', ...part, stream: request.raw }
  } else {
    await passOver(request, services.maxUploadBytes)
    const sentence = 'Send a PDF as the field file of multipart/form-data, or a reading as JSON.'
    throw new AppError('NOT_PDF', sentence)
  }
}

function wantedBy({ headers }: FastifyRequest): Wanted {
  const preferences = String(headers.prefer ?? '').split(',')
  if (preferences.some((one) => one.trim().toLowerCase() === allOutputs)) return 'all'
  const types = acceptable(headers.accept, Object.keys(formats))
  if (types.length === 0) throw new AppError('NOT_ACCEPTABLE')
  return types.flatMap((type) => formats[type] ?? [])
}

function openFile(file: string, pretty: boolean): Readable {
  const bytes = createReadStream(file)
  return pretty ? bytes : pipeline(bytes, compact(), () => undefined)
}

/** Resolves when the answer is gone, or nobody takes it any more: until then its file must stay. */
async function send(reply: FastifyReply, stream: Readable): Promise<void> {
  void reply.send(stream)
  await finished(reply.raw).catch(() => undefined)
}
