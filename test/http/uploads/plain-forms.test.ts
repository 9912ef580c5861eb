import { describe, expect, it } from 'vitest'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { readBatchResponse } from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError } from '../../support/docket/visitor.ts'
import { sendRaw, buildFormRequest, part, parseStatus } from '../../support/docket/raw-http.ts'

const pdf = makeUnique.bind(null, new Uint8Array(await textPdf()))
const url = 'https://example.com/a.pdf'

/** Sends fields in the given order. A field whose value is bytes is a file. */
function send(address: string, fields: [string, string | Uint8Array<ArrayBuffer>, string?][]) {
  const body = new FormData()
  for (const [name, value, filename = 'a.pdf'] of fields) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, new Blob([value]), filename)
  }
  return fetch(address, { method: 'POST', body })
}

describe('a plain HTML form', () => {
  it('202: ignores empty fields', async () => {
    const docket = await docketForTest()
    const upload = `${docket.url}/api/upload`
    const blank: [string, string][] = [
      ['url', ''],
      ['mapping', ''],
      ['params', ''],
    ]
    for (const fields of [
      [['file', pdf()], ...blank],
      [...blank, ['file', pdf()]],
    ] satisfies Parameters<typeof send>[1][]) {
      const response = await send(upload, fields)
      expect(response.status).toBe(202)
      expect(await readJob(response)).toMatchObject({ source_type: 'file', mapping: 'auto' })
    }
    const batch = await send(`${docket.url}/api/batch/extract`, [...blank, ['file', pdf()]])
    expect((await readBatchResponse(batch)).items).toHaveLength(1)
  })

  it('202: ignores an empty file field, before and after the URL', async () => {
    const docket = await docketForTest()
    const unchosen = part('name="file"; filename=""\r\nContent-Type: application/octet-stream')
    const urlPart = part('name="url"', url)
    for (const parts of [
      [unchosen, urlPart],
      [urlPart, unchosen],
      [unchosen, part('name="file"; filename=""', pdf())],
    ]) {
      expect(parseStatus(await sendRaw(docket.url, buildFormRequest(parts)))).toBe(202)
    }
    expect(await sendRaw(docket.url, buildFormRequest([unchosen]))).toContain('NO_FILE')
  })
})

describe('400 with a specific message', () => {
  it('more URLs than a batch accepts', async () => {
    const docket = await docketForTest()
    for (const count of [16, 30, 300]) {
      const fields = Array.from({ length: count }, (): [string, string] => ['url', url])
      const [status, code, sentence] = await readError(
        await send(`${docket.url}/api/batch/extract`, fields),
      )
      expect([count, status, code]).toEqual([count, 400, 'TOO_MANY_FILES'])
      expect(sentence).toContain('A batch can contain at most 15 documents')
      expect((await readError(await send(`${docket.url}/api/upload`, fields)))[1]).toBe(
        'TOO_MANY_FILES',
      )
    }
  })

  it('text in the file field', async () => {
    const docket = await docketForTest()
    const response = await send(`${docket.url}/api/upload`, [['file', 'hello']])
    const [status, code, sentence] = await readError(response)
    expect([status, code]).toEqual([400, 'NO_FILE'])
    expect(sentence).toMatch(/^The field "file" contains text instead of a file\./)
  })

  it('params of type JSON that are not JSON', async () => {
    const docket = await docketForTest()
    const params = part('name="params"\r\nContent-Type: application/json', '{swimmer: Ada}')
    const file = part('name="file"; filename="a.pdf"', pdf())
    for (const parts of [
      [params, file],
      [file, params],
    ]) {
      const response = await sendRaw(docket.url, buildFormRequest(parts))
      expect(parseStatus(response)).toBe(400)
      expect(response).toContain('"reason":"params_not_json"')
      expect(response).toContain('field must be a JSON object')
    }
    expect(await docket.files()).toEqual([])
  })
})
