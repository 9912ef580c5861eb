import { describe, expect, it, vi } from 'vitest'
import type { JobDetail } from '../../../src/domain/job/job.ts'
import { drawMeet, type Meet, revisedSplash, springSplash } from '../../fixtures/meets.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, type Visitor, visitor } from '../../support/docket/visitor.ts'

describe('meet changes', () => {
  async function read(person: Visitor, meet: Meet, swimmer: string): Promise<JobDetail> {
    const bytes = new Uint8Array(await drawMeet(meet))
    const fields = { params: JSON.stringify({ swimmer }), mapping: 'heat_sheet_v1' }
    const { id } = await readJob(await person.upload(bytes, fields))
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'), {
      interval: 100,
    })
    return (await person.job(id)) as JobDetail
  }

  it("include exactly the swimmer's changes, and only for the owner of both sheets", async () => {
    const docket = await docketForTest()
    docket.startWorking()
    const person = visitor(docket.url)
    const first = await read(person, springSplash, 'Noemie Nunez')
    expect(first.changes).toBe(null)
    const second = await read(person, revisedSplash, 'noemie nunez')
    expect(second.changes).toMatchObject({
      since_job_id: first.id,
      items: [
        { kind: 'moved', event_number: 1, fields: [{ field: 'lane', from: 3, to: 6 }] },
        { kind: 'scratched', event_number: 3 },
      ],
    })
    const same = { ...revisedSplash, more_head: ['Held at Invented Natatorium', 'Printed again'] }
    const third = await read(person, same, 'Noemie Nunez')
    expect(third.changes).toEqual({ since_job_id: second.id, items: [] })
    expect(
      (
        await read(
          person,
          { ...revisedSplash, page_title: 'Meet Program - Sunday AM' },
          'Noemie Nunez',
        )
      ).changes,
    ).toBe(null)
    expect((await read(person, { ...same, host: 'x' }, 'Lí Ng')).changes).toBe(null)
    expect((await read(visitor(docket.url), springSplash, 'Noemie Nunez')).changes).toBe(null)
  })
})
