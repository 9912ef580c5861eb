import { expect, it } from 'vitest'
import { crashSendersOn } from '../../chaos/mail.ts'
import { temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'

it('does not send an email twice when senders are killed, and lists emails with an unknown outcome', {
  timeout: 120_000,
}, async () => {
  const { db, url } = await databaseForTest()
  const folder = await temporaryFolder()
  const options = { mails: 60, seconds: 4, seed: 3, senders: 2, url, folder }
  const report = await crashSendersOn(db, options)
  console.log(JSON.stringify(report))
  expect(report.violations).toEqual([])
  expect(report.sent + report.unknown).toBe(60)
  expect(report.kills).toBeGreaterThan(0)
})
