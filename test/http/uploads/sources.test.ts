import { describe, expect, it } from 'vitest'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, sha256, visitor } from '../../support/docket/visitor.ts'

const pdf = async () => makeUnique(await textPdf())

describe('GET /api/jobs/:id/source', () => {
  it('returns the PDF, as an attachment or inline', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const bytes = await pdf()
    const { id } = await readJob(await person.upload(bytes, { filename: 'Rechnung №7' }))
    const saved = await person.ask(`/api/jobs/${id}/source`)
    expect(Object.fromEntries(saved.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Rechnung No7.pdf"; filename*=UTF-8''Rechnung%20%E2%84%967.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(sha256(new Uint8Array(await saved.arrayBuffer()))).toBe(sha256(bytes))
    const shown = await person.ask(`/api/jobs/${id}/source?inline=true`)
    expect(shown.headers.get('content-disposition')).toMatch(/^inline; /)
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('returns a range if the file is unchanged', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const bytes = await pdf()
    const size = bytes.length
    const { id } = await readJob(await person.upload(bytes))
    const { services } = docket
    const opened: unknown[] = []
    const { open } = services.blobs
    services.blobs.open = (key, range) => {
      opened.push(range)
      return open(key, range)
    }
    const ask = (headers: Record<string, string>, method = 'GET') =>
      person.ask(`/api/jobs/${id}/source`, { headers, method })
    const whole = await ask({})
    const etag = whole.headers.get('etag') ?? ''
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    expect(etag).toMatch(/^"/)

    const part = await ask({ range: 'bytes=5-20', 'if-range': etag })
    expect(part.status).toBe(206)
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'content-range': `bytes 5-20/${size}`,
      'content-length': '16',
      'content-type': 'application/pdf',
      'accept-ranges': 'bytes',
      etag,
    })
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(5, 21))
    expect(opened.at(-1)).toEqual({ first: 5, last: 20 })
    const rest = await ask({ range: 'bytes=-7' })
    expect(new Uint8Array(await rest.arrayBuffer())).toEqual(bytes.slice(-7))

    const others = [
      { range: 'bytes=0-1,4-5' },
      { range: 'nonsense' },
      { range: 'bytes=5-20', 'if-range': '"another"' },
      { range: 'bytes=5-20', 'if-range': 'Sun, 15 Nov 2026 00:00:00 GMT' },
    ]
    for (const headers of others) {
      const response = await ask(headers)
      expect([response.status, response.headers.get('content-range')]).toEqual([200, null])
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    }
    const head = await ask({ range: 'bytes=5-20' }, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])

    const known = await ask({ range: `bytes=${size}-`, 'if-none-match': etag })
    expect(known.status).toBe(304)
    const outOfRange = await ask({ range: `bytes=${size}-` })
    expect(outOfRange.headers.get('content-range')).toBe(`bytes */${size}`)
    expect((await readError(outOfRange)).slice(0, 2)).toEqual([416, 'OUT_OF_RANGE'])
  })

  it('404 EXPIRED once deleted, 409 before it is downloaded', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(await pdf()))
    await docket.db.query('update jobs set source_deleted_at = now()')
    const deletedError = await readError(await person.ask(`/api/jobs/${id}/source`))
    expect(deletedError.slice(0, 2)).toEqual([404, 'EXPIRED'])
    const body = JSON.stringify({ url: 'https://example.com/a.pdf' })
    const headers = { 'content-type': 'application/json' }
    const uploaded = await person.ask('/api/upload', { method: 'POST', body, headers })
    const early = await person.ask(`/api/jobs/${(await readJob(uploaded)).id}/source`)
    expect((await readError(early)).slice(0, 2)).toEqual([409, 'NOT_READY'])
  })
})
