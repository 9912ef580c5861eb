import { mailboxSettings } from '../../app/mailbox.ts'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { referenceFiles } from '../../app/core.ts'
import { createServices } from '../../app/services.ts'
import { packageFolder } from '../../app/package-info.ts'
import type { Config } from '../../config.ts'
import { findRunningServer } from '../../db/embedded/server.ts'
import { readServerVersion } from '../../db/server.sql.ts'
import { checkDatabase, checkQueue, checkWakeup } from './check-database.ts'
import {
  checkGateway,
  checkIssuer,
  checkImap,
  checkMail,
  checkModel,
  checkRedis,
  checkSignIn,
} from './check-services.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { autoMapping } from '../../domain/mapping/mapping.ts'
import { loadReferenceData } from '../../extraction/reference-data/reference-data.ts'
import { findOcr } from '../../extraction/ocr/packages.ts'
import { createSandbox } from '../../extraction/sandbox/sandbox.ts'
import { makeFolder, openBlobs, storageAddress } from '../../app/storage.ts'
import { createLog } from '../../app/log.ts'
import { explainUnavailableOcr } from '../../domain/i18n/en/reading.ts'

/** Returns the finding; throws an error that states the fix. */
export type DoctorCheck = (config: Config) => Promise<string>

/** Rejects versions that cannot run Docket, and warns about Node 20, which has been end-of-life since April 2026. */
export function checkNodeVersion(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`v${version} is too old. Install Node.js 22 or newer.`)
  return major < 22
    ? `v${version}, without security fixes; install Node.js 22 or newer`
    : `v${version}`
}

/** All checks, in a useful order for troubleshooting. */
export const checks: Record<string, DoctorCheck> = {
  'Node.js': async () => checkNodeVersion(process.versions.node),
  'Data folder': async ({ DATA_DIR, TEMP_FILE_DIR }) => {
    for (const folder of [DATA_DIR, TEMP_FILE_DIR]) {
      await makeFolder(folder)
      await access(folder, constants.W_OK)
    }
    return DATA_DIR
  },
  'Disk space': async (config) => {
    const address = storageAddress(config)
    const folders = { DATA_DIR: config.DATA_DIR, TEMP_FILE_DIR: config.TEMP_FILE_DIR }
    return checkDiskSpace({
      ...folders,
      ...(address.kind === 'file' && { STORAGE_URL: address.folder }),
    })
  },
  'Mappings and directory': async (config) => {
    const { mappings } = loadReferenceData(referenceFiles(config))
    const files = [config.PARTIES_FILE, config.GOODS_FILE].filter((file) => file !== undefined)
    return [`${mappings.size} mappings`, ...files].join(', ')
  },
  'File storage': async (config) => {
    const address = storageAddress(config)
    await checkStorage(config)
    if (address.kind === 'file') return address.folder
    return `bucket ${address.bucket} at ${address.endpoint ?? `Amazon, ${address.region}`}`
  },
  Redis: async ({ REDIS_URL }) => {
    if (REDIS_URL === undefined)
      return 'not configured; each process keeps its own caches and limits'
    return checkRedis(REDIS_URL)
  },
  'Web app': async () => {
    await access(path.join(packageFolder, 'dist/web/index.html')).catch(() => {
      throw new Error('not built. Run: npm run build')
    })
    return 'built'
  },
  'Reading a PDF': readSample,
  Gateway: async ({ GATEWAY_URL }) => {
    if (GATEWAY_URL === undefined) return 'not configured; documents are read on this machine'
    return checkGateway(GATEWAY_URL)
  },
  'Reading scans': async (config) => {
    const ocr = findOcr(config.OCR_LANGUAGES)
    return 'unavailable' in ocr
      ? `off. ${explainUnavailableOcr(ocr.unavailable)}`
      : `on (${[...ocr.data.keys()].join(', ')})`
  },
  'Language model': (config) => checkModel(config),
  Chromium: async ({ USE_BROWSER_CRAWLER, CHROMIUM_PATH }) => {
    if (!USE_BROWSER_CRAWLER) return 'not used (USE_BROWSER_CRAWLER is off)'
    const { stdout } = await promisify(execFile)(CHROMIUM_PATH, ['--version']).catch(() => {
      throw new Error(`${CHROMIUM_PATH} does not run. Install Chromium, or set CHROMIUM_PATH.`)
    })
    return stdout.trim()
  },
  Email: (config) => checkMail(config),
  Mailbox: (config) => checkImap(mailboxSettings(config)),
  Tokens: (config) => checkIssuer(config),
  'Sign-in': (config) => checkSignIn(config),
  Database: async (config) => {
    if (config.DATABASE_URL !== undefined) return checkDatabase(config.DATABASE_URL)
    const running = await findRunningServer(path.join(config.DATA_DIR, 'postgres'))
    if (running !== undefined) return `${await checkDatabase(running)}, in use by a running Docket`
    const services = await createServices(config, { log: createLog('silent') })
    const [row] = await readServerVersion(services.db)
    await services.close()
    return `Postgres ${row?.version}, schema up to date`
  },
  Notifications: async ({ DATABASE_URL, DATABASE_LISTEN_URL }) => {
    if (DATABASE_URL === undefined) return 'embedded database'
    return checkWakeup(DATABASE_URL, DATABASE_LISTEN_URL)
  },
  Queue: async ({ DATABASE_URL }) => {
    if (DATABASE_URL === undefined) return 'embedded database; see /admin'
    return checkQueue(DATABASE_URL)
  },
}

const minFreeBytes = 1024 ** 3
const freeSpaceAdvice =
  'Free up space, lower UPLOAD_TTL_DAYS and RESULT_TTL_DAYS, or use a larger disk.'

/** Reports the free space on the fullest of these disks. */
async function checkDiskSpace(folders: Record<string, string>): Promise<string> {
  const rooms = await Promise.all(
    Object.entries(folders).map(async ([where, folder]) => {
      await makeFolder(folder)
      const { bavail, blocks, bsize } = await statfs(folder)
      return { where, free: bavail * bsize, size: blocks * bsize }
    }),
  )
  const [least] = rooms.toSorted((one, other) => one.free - other.free)
  return least ? describeDiskSpace(least) : ''
}

/** Describes the free space. Throws if little is left, because a full disk rejects uploads and stops the database. */
export function describeDiskSpace({
  where,
  free,
  size,
}: {
  where: string
  free: number
  size: number
}) {
  const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`
  if (free >= minFreeBytes) return `${gigabytes(free)} of ${gigabytes(size)} free`
  throw new Error(`only ${gigabytes(free)} free on the disk of ${where}. ${freeSpaceAdvice}`)
}

/** Stores a file, reads it back and deletes it. */
async function checkStorage(config: Config): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-'))
  const key = `checks/${randomUUID()}`
  try {
    const blobs = await openBlobs(config)
    const file = path.join(folder, 'check')
    await writeFile(file, key)
    await blobs.putFile(key, file)
    const found = await text((await blobs.open(key)).stream)
    await blobs.delete(key)
    if (found !== key) throw new Error('returned different bytes than were stored')
  } catch (error) {
    throw storageProblem(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function storageProblem(error: unknown): Error {
  const cause = error instanceof AppError && error.cause instanceof Error ? error.cause : error
  const { name, message } = cause as Error
  const isFull = error instanceof AppError && error.code === 'STORAGE_FULL'
  const fix = isFull
    ? freeSpaceAdvice
    : 'Check STORAGE_URL and its keys, then run: docket storage init'
  return new Error(`not usable (${message || name}). ${fix}`)
}

async function readSample(config: Config): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-'))
  const sandbox = createSandbox({ size: 1, referenceData: referenceFiles(config) })
  try {
    const file = path.join(packageFolder, 'dist/web/sample.pdf')
    const { word_count } = await sandbox.extract(
      { file, mapping: autoMapping.name, params: {}, folder },
      {},
    )
    return `read ${word_count} words from the sample`
  } finally {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
}
