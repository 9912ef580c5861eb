import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FormPart } from '../../intake/upload-form.ts'
import { compact } from '../../reading/gateway/compact.ts'
import {
  convert,
  type ConvertDeps,
  isJson,
  receiveTask,
  type AcceptedFormats,
} from '../../reading/gateway/convert.ts'
import { writeEnvelope } from '../../reading/gateway/envelope.ts'
import type { Scratch } from '../../blobs/scratch.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import {
  allOutputs,
  extractionType,
  gatewayProduct,
  gatewayRoutes,
  type GatewayStage,
} from '../../domain/api/gateway.ts'
import type { OutputFormat } from '../../domain/mapping/output-formats.ts'
import type { Meter } from '../../domain/ports/meter.ts'
import type { Tracer } from '../../domain/ports/tracer.ts'
import { negotiate } from '../responses/negotiate.ts'
import { readParts, disconnectSignal } from '../requests/form-parts.ts'
import { drainBody } from '../requests/drain-body.ts'
import { type RouteInput, serveRoute } from '../requests/serve-route.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

export interface GatewayDeps extends ConvertDeps {
  scratch: Scratch
  version: string
  /**
   * Maximum number of concurrent requests, including those still uploading or waiting. Any others are rejected with
   * BUSY.
   */
  maxConcurrent: number
  idleMs: number
  shutdownGraceMs: number
  meter?: Meter
  tracer?: Tracer
}

/** Output formats by media type, in order of preference. */
const formats: Record<string, OutputFormat> = {
  'application/xml': 'xml',
  'application/json': 'json',
}

export function serveGateway(app: FastifyInstance, services: GatewayDeps): void {
  let active = 0

  serveRoute(app, gatewayRoutes.process, async (input) => {
    setStage(input.reply, 'receive')
    if (active >= services.maxConcurrent) {
      await drainBody(input.request, services.maxUploadBytes)
      throw new AppError('BUSY')
    }
    active += 1
    try {
      await services.scratch.use((folder) => processOne(services, input, folder))
    } finally {
      active -= 1
    }
    return input.reply
  })

  serveRoute(app, gatewayRoutes.health, async () => ({
    status: 'healthy' as const,
    service: 'gateway' as const,
    product: gatewayProduct,
    version: services.version,
  }))
}

async function processOne(
  services: GatewayDeps,
  { query, request, reply }: RouteInput<typeof gatewayRoutes.process>,
  folder: string,
): Promise<void> {
  const signal = disconnectSignal(reply)
  const task = await receiveTask(services, bodyParts(services, request, query), folder)
  const { job_id, mapping } = task
  if (job_id !== undefined) reply.header('x-job-id', job_id)
  reply.log = request.log.child({ job_id, mapping: mapping.name })
  request.log = reply.log
  const outputs = requestedOutputs(request)
  setStage(reply, 'read')
  const result = await convert(services, task, outputs, signal)
  setStage(reply, 'done')
  reply.header('x-needs-review', String(result.review_reasons.length > 0))
  if (outputs === 'all' && 'page_count' in result) {
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

/** Yields the parts of a form, or the query's fields followed by the body, which is a JSON reading. */
async function* bodyParts(
  services: GatewayDeps,
  request: FastifyRequest,
  query: Record<string, string | undefined>,
): AsyncGenerator<FormPart> {
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) yield { kind: 'field', name, value }
  }
  const part = { filename: '', content_type: request.headers['content-type'] ?? '' }
  if (request.isMultipart()) {
    yield* readParts(request, { maxBytes: services.maxUploadBytes, maxItems: 1 })
  } else if (isJson(part)) {
    yield { kind: 'file', ...part, stream: request.raw }
  } else {
    await drainBody(request, services.maxUploadBytes)
    throw new AppError('NOT_PDF', createDetail('process_without_pdf', {}))
  }
}

function requestedOutputs({ headers }: FastifyRequest): AcceptedFormats {
  const preferences = String(headers.prefer ?? '').split(',')
  if (preferences.some((one) => one.trim().toLowerCase() === allOutputs)) return 'all'
  const types = negotiate(headers.accept, Object.keys(formats))
  if (types.length === 0) throw new AppError('NOT_ACCEPTABLE')
  return types.flatMap((type) => formats[type] ?? [])
}

function openFile(file: string, pretty: boolean): Readable {
  const bytes = createReadStream(file)
  return pretty ? bytes : pipeline(bytes, compact(), () => undefined)
}

/**
 * Sends the stream. Resolves once the stream is sent or the client has disconnected; until then, the file must exist.
 */
async function send(reply: FastifyReply, stream: Readable): Promise<void> {
  void reply.send(stream)
  await finished(reply.raw).catch(() => undefined)
}
