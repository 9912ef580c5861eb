import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { createScratch } from '../../../src/blobs/scratch.ts'
import { loadMappings } from '../../../src/extraction/mapping/load.ts'
import { createSandbox, type SandboxLimits } from '../../../src/extraction/sandbox/sandbox.ts'
import { createGateway } from '../../../src/http/servers/gateway.ts'
import { readError } from '../docket/visitor.ts'

export interface TestGateway {
  url: string
  /** Lines that the gateway logged. */
  log: Record<string, unknown>[]
  /** Files in the gateway's temporary folder. */
  files(): Promise<string[]>
  close(): Promise<void>
}

interface Options {
  maxUploadMb?: number
  maxConcurrent?: number
  /** Companies in the gateway's directory. */
  parties?: object[]
  limits?: Partial<SandboxLimits>
}

/** Starts a real gateway for one test. It is closed when the test ends. */
export async function gatewayForTest(options: Options = {}): Promise<TestGateway> {
  const gateway = await startGateway(options)
  onTestFinished(gateway.close)
  return gateway
}

/** Starts a real gateway on a real port, with its own child process. */
export async function startGateway(options: Options = {}): Promise<TestGateway> {
  const { maxUploadMb = 50, maxConcurrent = 4, parties = [], limits = {} } = options
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-gateway-'))
  const partiesFile = `${folder}.yaml`
  await writeFile(partiesFile, JSON.stringify(parties))
  const referenceData = { folder: path.resolve('.'), parties: partiesFile }
  const sandbox = createSandbox({ size: 1, referenceData, limits })
  const scratch = createScratch(folder)
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const services = {
    scratch,
    sandbox,
    maxConcurrent,
    mappings: loadMappings('mappings'),
    maxUploadBytes: maxUploadMb * 1024 * 1024,
    version: 'test',
    idleMs: 60_000,
    shutdownGraceMs: 1_000,
  }
  const server = await createGateway(services, log)
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    log: lines,
    files: () => readdir(folder, { recursive: true }),
    async close() {
      await server.close()
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
      await rm(partiesFile, { force: true })
    },
  }
}

/** Announces a protocol upgrade. */
export const changeProtocol: RequestListener = ({ socket }) => {
  socket.end('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
}

/** A third-party gateway with arbitrary behaviour. */
export async function startThirdPartyGateway(onRequest: RequestListener): Promise<string> {
  const server = createServer(onRequest).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A form for `POST /process`. Other properties become fields. */
export interface GatewayRequest {
  file?: Uint8Array | string
  filename?: string
  type?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  [field: string]: unknown
}

export function post({ url }: { url: string }, request: GatewayRequest): Promise<Response> {
  const { file, filename = 'a.pdf', type, headers = {}, signal = null, ...fields } = request
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
  if (file !== undefined) {
    const bytes = new Uint8Array(Buffer.from(file))
    body.set('file', new Blob([bytes], { type: type ?? 'application/pdf' }), filename)
  }
  return fetch(`${url}/process`, { method: 'POST', body, headers, signal })
}

/** Status, code and stage in an error response. */
export async function readGatewayError(response: Response): Promise<unknown[]> {
  const [status, code] = await readError(response)
  return [status, code, response.headers.get('x-stage')]
}
