import { describe, expect, it } from 'vitest'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { jpegImage, pngImage } from '../../fixtures/images.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readError, visitor } from '../../support/docket/visitor.ts'

/** Builds an upload whose file part declares the content type, or none if undefined. */
function uploadAs(docket: TestDocket, pdf: Uint8Array, type: string | undefined) {
  const head = [
    '--x',
    'content-disposition: form-data; name="file"; filename="a.pdf"',
    ...(type === undefined ? [] : [`content-type: ${type}`]),
    '',
    '',
  ]
  const body = Buffer.concat([Buffer.from(head.join('\r\n')), pdf, Buffer.from('\r\n--x--\r\n')])
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  return visitor(docket.url).ask('/api/upload', { method: 'POST', headers, body })
}

describe('a declared content type', () => {
  it.each(['image/png', 'text/html', 'application/json', 'IMAGE/JPEG; name=a'])(
    'that contradicts the content is rejected: %s',
    async (type) => {
      const docket = await docketForTest()
      const response = await uploadAs(docket, await textPdf(), type)
      const name = type.split(';')[0]?.toLowerCase()
      expect(await readError(response)).toEqual([
        415,
        'NOT_PDF',
        `This file was sent as ${name}, but its content is application/pdf. Send it as application/pdf.`,
      ])
      expect(await docket.files()).toEqual([])
      expect(await docket.db.query('select id from batches')).toEqual([])
    },
  )

  it.each([
    ['application/pdf', jpegImage, 'image/jpeg'],
    ['image/jpeg', pngImage(), 'image/png'],
  ])('is compared with pictures too: %s', async (type, picture, content) => {
    const docket = await docketForTest()
    const [status, code, sentence] = await readError(await uploadAs(docket, picture, type))
    expect([status, code]).toEqual([415, 'NOT_PDF'])
    expect(sentence).toContain(`but its content is ${content}.`)
    expect((await uploadAs(docket, picture, content)).status).toBe(202)
  })

  it('may be PDF, unknown or missing', async () => {
    const docket = await docketForTest()
    const types = ['application/pdf', 'application/x-pdf', 'application/octet-stream', undefined]
    for (const type of types) {
      expect((await uploadAs(docket, makeUnique(await textPdf()), type)).status).toBe(202)
    }
  })
})
