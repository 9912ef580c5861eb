import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { checkMail } from '../../src/commands/doctor/check-services.ts'
import { receiverForTest } from '../support/servers/file-server.ts'
import { mailServerForTest } from '../support/servers/smtp.ts'

const mailSettings = { MAIL_FROM: 'docket@example.com', BASE_URL: 'https://docket.example.com' }

it('docket doctor checks the mail server, and explains its problems', async () => {
  expect(await checkMail(readConfig({}))).toContain('no email notifications')
  const server = await mailServerForTest({ user: { name: 'docket', password: 'right' } })
  expect(await checkMail(readConfig({ ...mailSettings, SMTP_URL: server.url }))).toContain(
    'responds',
  )
  const wrong = server.url.replace('right', 'wrong')
  const rejected = checkMail(readConfig({ ...mailSettings, SMTP_URL: wrong }))
  await expect(rejected).rejects.toThrow(/Invalid login.*Check SMTP_URL/s)
  await expect(rejected).rejects.not.toThrow('wrong@')
  expect(server.mails).toEqual([])
})

it.each([
  [200, '{"data":[]}', 'responds'],
  [401, '{"name":"restricted_api_key"}', 'responds'],
  [400, '{"name":"validation_error"}', 'Check RESEND_API_KEY'],
])('docket doctor checks Resend, which responds %i %s', async (status, body, message) => {
  const resend = await receiverForTest((_, response) => void response.writeHead(status).end(body))
  const config = readConfig({ ...mailSettings, RESEND_API_KEY: 're_x', RESEND_URL: resend.url })
  const result = await checkMail(config).catch((error: Error) => error.message)
  expect(result).toContain(message)
  expect(resend.received[0]?.headers.authorization).toBe('Bearer re_x')
})
