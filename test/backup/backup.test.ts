import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openArchive } from '../../src/backup/archive-reader.ts'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { writeBackup } from '../../src/backup/write-backup.ts'
import type { Blobs } from '../../src/blobs/blobs.ts'
import { fsBlobs } from '../../src/blobs/fs.ts'
import { openSnapshot } from '../../src/db/copy/snapshot.ts'
import { startEmbedded } from '../../src/db/embedded/server.ts'
import { connectPg } from '../../src/db/pg.ts'
import { sweepNow } from '../../src/retention/sweep.ts'
import { textPdf } from '../fixtures/pdfs.ts'
import { temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { readJob, sha256, type Visitor, visitor } from '../support/docket/visitor.ts'

const running = { signal: new AbortController().signal, onProgress: () => undefined }

/** Starts a Docket with a worker and returns it with its data folder. */
async function startSite() {
  const folder = await temporaryFolder()
  const { db, url: databaseUrl } = await databaseForTest()
  const blobs = fsBlobs(path.join(folder, 'blobs'))
  const docket = await docketForTest({ db, blobs })
  const person = visitor(docket.url)
  const backUp = (file: string, change: Partial<Parameters<typeof writeBackup>[0]> = {}) =>
    writeBackup({ databaseUrl, blobs, file, version: 'test', ...running, ...change })
  return { folder, db, databaseUrl, blobs, docket, person, backUp }
}

async function uploadDocument(person: Visitor, text: string): Promise<string> {
  const response = await person.upload(new Uint8Array(await textPdf({ text })))
  expect(response.status).toBe(202)
  return (await readJob(response)).id
}

async function waitUntilComplete(person: Visitor, id: string): Promise<void> {
  await expect.poll(async () => (await person.job(id)).status).toBe('complete')
}

async function download(person: Visitor, id: string): Promise<string> {
  const files = ['download?format=txt', 'source']
  const bytes = files.map(async (name) => {
    const response = await person.ask(`/api/jobs/${id}/${name}`)
    expect(response.status).toBe(200)
    return sha256(new Uint8Array(await response.arrayBuffer()))
  })
  return (await Promise.all(bytes)).join(' ')
}

/** Returns checksums of all tables and files in a backup. */
async function checksums(file: string): Promise<string[]> {
  const archive = await openArchive(file)
  try {
    const names = archive.names.filter((name) => name !== 'manifest.json').sort()
    return await Promise.all(
      names.map(async (name) => {
        const bytes = await (await archive.open(name)).toArray()
        return `${name} ${sha256(Buffer.concat(bytes as Buffer[]))}`
      }),
    )
  } finally {
    archive.close()
  }
}

/** Starts a Docket on a restored folder. */
async function openRestored(folder: string) {
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  onTestFinished(server.stop)
  const db = connectPg({ url: server.url, poolSize: 10, onError: () => undefined })
  onTestFinished(db.close)
  const blobs = fsBlobs(path.join(folder, 'blobs'))
  return { url: server.url, db, blobs }
}

describe('a backup', () => {
  it('made under load restores identical rows, files and downloads after the data is gone', async () => {
    const site = await startSite()
    const worker = site.docket.startWorking()
    const ids: string[] = []
    for (const text of ['one', 'two', 'three']) ids.push(await uploadDocument(site.person, text))
    for (const id of ids) await waitUntilComplete(site.person, id)
    const before = await Promise.all(ids.map((id) => download(site.person, id)))

    let isDone = false
    const load = (async () => {
      for (let nth = 0; !isDone; nth++) await uploadDocument(site.person, `during ${nth}`)
    })()
    const file = path.join(await temporaryFolder(), 'docket.zip')
    const report = await site.backUp(file).finally(() => (isDone = true))
    await load
    await worker.stop(5000)
    expect(report).toMatchObject({ file, missing: [] })
    expect(report.bytes).toBe((await stat(file)).size)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await rm(site.folder, { recursive: true, force: true })

    const folder = path.join(await temporaryFolder(), 'restored')
    const restored = await restoreBackup({ file, folder, migrations: 'migrations', ...running })
    expect(restored).toMatchObject({ folder, files: report.files, missing: [] })
    const copy = await openRestored(folder)
    const again = path.join(await temporaryFolder(), 'again.zip')
    await writeBackup({
      databaseUrl: copy.url,
      blobs: copy.blobs,
      file: again,
      version: 'test',
      ...running,
    })
    expect(await checksums(again)).toEqual(await checksums(file))

    const docket = await docketForTest(copy)
    const person = visitor(docket.url)
    person.become(site.person)
    expect(await Promise.all(ids.map((id) => download(person, id)))).toEqual(before)
    docket.startWorking()
    await waitUntilComplete(person, await uploadDocument(person, 'after'))
  })

  it('contains the bytes of every row, even of jobs deleted while it is written', async () => {
    const site = await startSite()
    const id = await uploadDocument(site.person, 'deleted')
    const retention = { ...site, sourceDays: 7, resultDays: 30, batchDays: 30 }
    let isDeleted = false
    const blobs: Blobs = {
      ...site.blobs,
      async open(key, range) {
        if (!isDeleted) {
          isDeleted = true
          await site.db.query(`update jobs set source_deleted_at = now() where id = '${id}'`)
          await site.db.query('insert into blob_deletions select upload_key from jobs')
          await sweepNow(retention)
        }
        return site.blobs.open(key, range)
      },
    }
    const file = path.join(await temporaryFolder(), 'docket.zip')
    expect(await site.backUp(file, { blobs })).toMatchObject({ files: 1, missing: [] })
    expect(isDeleted).toBe(true)
    await sweepNow(retention)
    expect(await site.backUp(`${file}.2`)).toMatchObject({ files: 0, missing: [] })
  })

  it('lists files that were already missing', async () => {
    const site = await startSite()
    await uploadDocument(site.person, 'missing')
    const snapshot = await openSnapshot(site.databaseUrl)
    await snapshot.close()
    const [key = ''] = snapshot.blobKeys
    await site.blobs.delete(key)
    const file = path.join(await temporaryFolder(), 'docket.zip')
    expect(await site.backUp(file)).toMatchObject({ files: 0, missing: [key] })
  })

  it('leaves no file behind when it is interrupted or fails, and never replaces a file', async () => {
    const site = await startSite()
    await uploadDocument(site.person, 'interrupted')
    const folder = await temporaryFolder()
    const file = path.join(folder, 'docket.zip')
    const stop = new AbortController()
    const onProgress = () => stop.abort()
    await expect(site.backUp(file, { signal: stop.signal, onProgress })).rejects.toThrow('aborted')
    const blobs = { ...site.blobs, open: () => Promise.reject(new Error('broken disk')) }
    await expect(site.backUp(file, { blobs })).rejects.toThrow('broken disk')
    expect(await readdir(folder)).toEqual([])
    await writeFile(file, 'precious')
    await expect(site.backUp(file)).rejects.toThrow(`The file ${file} exists.`)
    expect(await readFile(file, 'utf8')).toBe('precious')
  })
})

describe('a restore', () => {
  it('changes nothing if the backup is damaged or the folder is not empty', async () => {
    const site = await startSite()
    await uploadDocument(site.person, 'to be damaged')
    const parent = await temporaryFolder()
    const file = path.join(parent, 'docket.zip')
    const { bytes } = await site.backUp(file)
    const folder = path.join(parent, 'data')
    const restore = (change = {}) =>
      restoreBackup({ file, folder, migrations: 'migrations', ...running, ...change })

    const good = await readFile(file)
    await writeFile(file, good.subarray(0, bytes - 100))
    await expect(restore()).rejects.toThrow('is not a complete Docket backup')
    await writeFile(file, good)
    const handle = await open(file, 'r+')
    await handle.write('forged', good.indexOf('%PDF-') + 20)
    await handle.close()
    await expect(restore()).rejects.toThrow(/sources\S+ differs/)
    await writeFile(file, good)
    const stop = new AbortController()
    const onProgress = () => stop.abort()
    await expect(restore({ signal: stop.signal, onProgress })).rejects.toThrow('aborted')
    expect(await readdir(parent)).toEqual(['docket.zip'])

    await expect(restore({ folder: parent })).rejects.toThrow(`${parent} is not empty`)
    await expect(restore({ file: `${file}x` })).rejects.toThrow('cannot be read (ENOENT)')
    expect(await readdir(parent)).toEqual(['docket.zip'])
  })
})
