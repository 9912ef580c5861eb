import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import type { Job } from '../../../src/domain/job/job.ts'
import { contentTypes, type OutputFormat } from '../../../src/domain/mapping/output-formats.ts'
import type { ReadDocument } from '../../../src/reading/steps/read-document.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { readBatchResponse, sendBatch } from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { connectTo } from '../../support/docket/raw-http.ts'
import { invoiceSummary } from '../../support/readings/invoice-summary.ts'

const pdf = await textPdf({ text: 'Read once' })

async function waitForStatus(person: Visitor, id: string, status: Job['status']): Promise<void> {
  await vi.waitFor(async () => expect((await person.job(id)).status).toBe(status))
}

async function readingDocket(deletesOnDownload: boolean) {
  const docket = await docketForTest({ deletesOnDownload })
  docket.startWorking()
  const person = visitor(docket.url)
  const read = async () => {
    const { id } = await readJob(
      await person.upload(makeUnique(pdf), { mapping: 'document_text_v1' }),
    )
    await waitForStatus(person, id, 'complete')
    return id
  }
  return { docket, person, read }
}

it('deletes a result and its upload on the first download', async () => {
  const { docket, person, read } = await readingDocket(true)
  const id = await read()
  const address = `/api/jobs/${id}/download?format=json`
  expect((await person.ask(address, { method: 'HEAD' })).status).toBe(200)
  expect((await person.ask(`/api/jobs/${id}/download?format=ics`)).status).toBe(400)
  const first = await person.ask(address)
  expect(await first.text()).toContain('Read once')
  await waitForStatus(person, id, 'expired')
  for (const deletedAddress of [address, `/api/jobs/${id}/source`]) {
    expect(await readError(await person.ask(deletedAddress))).toEqual([
      404,
      'EXPIRED',
      'This result has already been downloaded, and this server deletes results after the first download. Upload the file again.',
    ])
  }
  await docket.sweep()
  expect(await docket.files()).toEqual([])
})

/** Starts a server that reads every document as an invoice with these outputs. */
async function invoiceDocket(formats: OutputFormat[]) {
  const reader: ReadDocument = async ({ folder, mapping }) => {
    const outputs = formats.map(async (format) => {
      const file = path.join(folder, `out.${format}`)
      await writeFile(file, format)
      return { format, content_type: contentTypes[format], file, bytes: format.length }
    })
    const facts = { mapping, review_reasons: [], page_count: 1, word_count: 1 }
    return { ...facts, summary: invoiceSummary, outputs: await Promise.all(outputs) }
  }
  const docket = await docketForTest({ deletesOnDownload: true, reader })
  docket.startWorking()
  const person = visitor(docket.url)
  const { id } = await readJob(await person.upload(makeUnique(pdf), { mapping: 'invoice_v1' }))
  await waitForStatus(person, id, 'complete')
  return { docket, person, id, address: `/api/jobs/${id}/download` }
}

it('deletes only after the primary output; other formats can be downloaded first', async () => {
  const { docket, person, id, address } = await invoiceDocket(['json', 'csv', 'ubl', 'xml'])
  for (const format of ['json', 'csv', 'ubl']) {
    expect(await (await person.ask(`${address}?format=${format}`)).text()).toBe(format)
  }
  const shared = await person.ask(`/api/jobs/${id}/share`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const { path: link } = (await shared.json()) as { path: string }
  expect(await (await visitor(docket.url).ask(`${link}/download?format=csv`)).text()).toBe('csv')
  const events = `select 1 from events where type = 'expire'`
  expect(await docket.db.query(events)).toEqual([])
  const primary = await person.ask(address)
  expect(primary.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(await primary.text()).toBe('xml')
  await waitForStatus(person, id, 'expired')
  expect(await person.job(id)).toMatchObject({
    error_code: 'EXPIRED',
    error_detail: { code: 'deleted_after_download' },
  })
})

it('explains that the primary output is missing and never substitutes another format', async () => {
  const { person, id, address } = await invoiceDocket(['json', 'csv'])
  expect(await readError(await person.ask(address))).toEqual([
    400,
    'UNKNOWN_FORMAT',
    'This job has no xml output. Available formats: json, csv.',
  ])
  expect((await person.job(id)).status).toBe('complete')
})

it('does not count an aborted or not-modified download', async () => {
  const { docket, person, read } = await readingDocket(true)
  const id = await read()
  const address = `/api/jobs/${id}/download?format=json`
  const { open } = docket.services.blobs
  docket.services.blobs.open = async (key) => {
    const opened = await open(key)
    const socket = sockets.pop()
    // The client disconnects during the response.
    if (socket) setImmediate(() => socket.destroy())
    if (socket) await once(socket, 'close')
    return opened
  }
  const sockets = [connectTo(docket.url)]
  sockets[0]?.write(
    `GET ${address} HTTP/1.1\r\nhost: x\r\ncookie: ${person.cookie()}\r\nconnection: close\r\n\r\n`,
  )
  await vi.waitFor(() => expect(sockets).toEqual([]))
  const etag = (await person.ask(address, { method: 'HEAD' })).headers.get('etag') ?? ''
  const known = await person.ask(address, { headers: { 'if-none-match': etag } })
  expect(known.status).toBe(304)
  expect((await person.job(id)).status).toBe('complete')
  expect(await (await person.ask(address)).text()).toContain('Read once')
})

it('deletes results delivered by exports and share links, and does not issue presigned links', async () => {
  const { docket, person, read } = await readingDocket(true)
  const documents = ['a.pdf', 'b.pdf'].map((name) => ({ name, bytes: makeUnique(pdf) }))
  const sent = await readBatchResponse(
    await sendBatch(person, documents, { mapping: 'document_text_v1' }),
  )
  const ids = sent.items.map(({ job }) => job?.id ?? '')
  for (const id of ids) await waitForStatus(person, id, 'complete')
  const other = await read()
  const zip = await person.ask(`/api/batch/${sent.batch.id}/download?format=zip`)
  expect((await zip.arrayBuffer()).byteLength).toBeGreaterThan(0)
  for (const id of ids) await waitForStatus(person, id, 'expired')
  expect((await person.job(other)).status).toBe('complete')

  const blobs = docket.services.blobs
  blobs.links = { toRead: async () => 'https://x', toWrite: async () => 'https://x' }
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ file: 'txt' })
  const link = await person.ask(`/api/jobs/${other}/link`, { method: 'POST', headers, body })
  expect((await readError(link))[1]).toBe('DISABLED')

  const shared = await person.ask(`/api/jobs/${other}/share`, {
    method: 'POST',
    headers,
    body: '{}',
  })
  const { path } = (await shared.json()) as { path: string }
  await (await visitor(docket.url).ask(`${path}/download`)).text()
  await waitForStatus(person, other, 'expired')
})

it('keeps results if the setting is off', async () => {
  const { docket, person, read } = await readingDocket(false)
  const id = await read()
  for (const _ of [1, 2]) {
    expect(await (await person.ask(`/api/jobs/${id}/download`)).text()).not.toBe('')
  }
  expect(await docket.db.query(`select 1 from events where type = 'expire'`)).toEqual([])
})
