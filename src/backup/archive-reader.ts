import { createHash } from 'node:crypto'
import { type Readable, Transform, pipeline as connect } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { validateKey } from '../blobs/blobs.ts'
import { StartupError } from '../domain/errors/app-error.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'
import { blobFolder, checksumsName, Manifest, manifestName } from './manifest.ts'

export interface ArchiveReader {
  manifest: Manifest
  names: string[]
  /** Opens an entry for reading. The stream ends with an error if the checksum does not match. */
  open(name: string): Promise<Readable>
  close(): void
}

/** Opens a backup. Rejects a truncated file, which lacks its table of contents, and keys outside the storage. */
export async function openArchive(file: string): Promise<ArchiveReader> {
  const zip = await openZip(file)
  try {
    const entries = await readEntries(zip)
    const checksums = await readChecksums(file, zip, entries)
    for (const key of listBlobKeys([...checksums.keys()])) validateKey(key)
    const open = async (name: string) => {
      const [entry, sha256] = [entries.get(name), checksums.get(name)]
      if (!entry || sha256 === undefined) throw damagedError(file, `${name} is missing`)
      const stream = await zip.openReadStreamPromise(entry)
      return connect(stream, verify(sha256, damagedError(file, `${name} differs`)), () => undefined)
    }
    const manifest = await readManifest(file, await open(manifestName))
    return { manifest, names: [...checksums.keys()], open, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error instanceof StartupError ? error : damagedError(file, describe(error))
  }
}

export function listBlobKeys(names: readonly string[]): string[] {
  const files = names.filter((name) => name.startsWith(blobFolder))
  return files.map((name) => name.slice(blobFolder.length))
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false, lazyEntries: true })
  } catch (error) {
    const code = getSystemErrorCode(error)
    if (code === undefined) throw damagedError(file, describe(error))
    throw new StartupError('CANNOT_START', `The file ${file} cannot be read (${code}).`)
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}

async function readChecksums(
  file: string,
  zip: ZipFile,
  entries: Map<string, Entry>,
): Promise<Map<string, string>> {
  const entry = entries.get(checksumsName)
  if (!entry) throw damagedError(file, `it has no ${checksumsName}`)
  const lines = (await text(await zip.openReadStreamPromise(entry))).split('\n').filter(Boolean)
  const checksums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  const unlisted = [...entries.keys()].find(
    (name) => name !== checksumsName && !checksums.has(name),
  )
  if (unlisted !== undefined) throw damagedError(file, `${unlisted} has no checksum`)
  return checksums
}

async function readManifest(file: string, stream: Readable): Promise<Manifest> {
  const manifest = Manifest.safeParse(JSON.parse(await text(stream)))
  if (manifest.success) return manifest.data
  const sentence = `The backup ${file} has a format that this version of Docket does not support. Restore it with a newer version.`
  throw new StartupError('CANNOT_START', sentence)
}

function verify(sha256: string, difference: Error): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(hash.digest('hex') === sha256 ? null : difference)
    },
  })
}

function damagedError(file: string, reason: string): StartupError {
  return new StartupError(
    'CANNOT_START',
    `The file ${file} is not a complete Docket backup (${reason}). Nothing was restored. Use another copy of it.`,
  )
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
