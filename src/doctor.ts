import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { knowledgeFiles, openApp, packageFolder } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { serverVersion } from './db/server.sql.ts'
import { AppError } from './domain/errors.ts'
import { gatewayAddress, gatewayRoutes } from './domain/gateway.ts'
import { automatic } from './domain/mapping.ts'
import { findOcr } from './extraction/ocr/packages.ts'
import { createSandbox } from './extraction/sandbox/sandbox.ts'
import { makeFolder, openBlobs, storageAddress } from './storage.ts'
import { createLog } from './telemetry.ts'

/** One thing to check: what it found, or a throw that says what to do. */
type Check = (config: Config) => Promise<string>

const checks: Record<string, Check> = {
  'Node.js': async () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
    if (major > 20 || (major === 20 && minor >= 19)) return process.version
    throw new Error(`${process.version} is too old. Install Node.js 20.19 or newer.`)
  },
  'Data folder': async ({ DATA_DIR }) => {
    await makeFolder(DATA_DIR)
    await access(DATA_DIR, constants.W_OK)
    return DATA_DIR
  },
  'Storage of files': async (config) => {
    const address = storageAddress(config)
    await tryStorage(config)
    if (address.kind === 'file') return address.folder
    return `bucket ${address.bucket} at ${address.endpoint ?? `Amazon, ${address.region}`}`
  },
  'Web app': async () => {
    await access(path.join(packageFolder, 'dist/web/index.html')).catch(() => {
      throw new Error('not built. Run: npm run build')
    })
    return 'built'
  },
  'Reading a PDF': readSample,
  Gateway: async ({ GATEWAY_URL }) => {
    if (GATEWAY_URL === undefined) return 'none, so documents are read here'
    return askGateway(GATEWAY_URL)
  },
  'Reading scans': async (config) => {
    const ocr = findOcr(config.OCR)
    return 'refusal' in ocr ? `off. ${ocr.refusal}` : `on (${[...ocr.data.keys()].join(', ')})`
  },
  Database: async (config) => {
    if (config.DATABASE_URL === undefined && (await isRunning(config))) {
      return `in use by Docket on port ${config.PORT}, which answers`
    }
    const app = await openApp(config, createLog('silent'))
    const [row] = await serverVersion(app.db)
    await app.close()
    return `Postgres ${row?.version}, tables up to date`
  },
}

/** Looks at each thing that Docket stands on. Exit code 1 if any is missing. */
export async function doctor(): Promise<number> {
  const config = readConfig()
  let failures = 0
  for (const [name, check] of Object.entries(checks)) {
    const line = await check(config).then(
      (found) => `✓ ${name}: ${found}`,
      (error: Error) => {
        failures += 1
        return `✗ ${name}: ${error.message}`
      },
    )
    process.stdout.write(`${line}\n`)
  }
  return failures === 0 ? 0 : 1
}

/** Stores a file, reads it back and deletes it. */
async function tryStorage(config: Config): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-'))
  const key = `checks/${randomUUID()}`
  try {
    const blobs = await openBlobs(config)
    const file = path.join(folder, 'check')
    await writeFile(file, key)
    await blobs.putFile(key, file)
    const found = await text((await blobs.open(key)).stream)
    await blobs.delete(key)
    if (found !== key) throw new Error('gives back other bytes than it was given')
  } catch (error) {
    const cause = error instanceof AppError && error.cause instanceof Error ? error.cause : error
    const { name, message } = cause as Error
    const todo = 'Check STORAGE_URL and its keys, then run: docket storage init'
    throw new Error(`cannot be used (${message || name}). ${todo}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readSample(config: Config): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-'))
  const sandbox = createSandbox({ size: 1, knowledge: knowledgeFiles(config) })
  try {
    const file = path.join(packageFolder, 'dist/web/sample.pdf')
    const { word_count } = await sandbox.extract(
      { file, mapping: automatic.name, params: {}, folder },
      {},
    )
    return `${word_count} words read from the sample`
  } finally {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Any answer will do but a failure: a gateway that is not ours need not know /health. */
async function askGateway(base: string): Promise<string> {
  const url = gatewayAddress(base, gatewayRoutes.health)
  const { request } = url.protocol === 'https:' ? https : http
  const signal = AbortSignal.timeout(5000)
  const status = await new Promise<number>((resolve, reject) => {
    const asking = request(url, { signal }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asking.on('error', reject).end()
  }).catch((cause: Error) => {
    const reason = signal.aborted ? 'no answer within 5 s' : cause.message
    throw new Error(`${url.host} cannot be reached (${reason}). Start it, or change GATEWAY_URL.`)
  })
  if (status < 500) return `${url.host} answers`
  throw new Error(`${url.host} answers with status ${status}. See its log.`)
}

async function isRunning({ HOST, PORT }: Config): Promise<boolean> {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST
  const answer = await fetch(`http://${host}:${PORT}/api/healthz`, {
    signal: AbortSignal.timeout(2000),
  }).catch(() => undefined)
  return answer?.ok ?? false
}
