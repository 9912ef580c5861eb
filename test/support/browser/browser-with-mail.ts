import { afterAll, beforeAll } from 'vitest'
import { visitDocket } from './browser.ts'
import { type MailServer, startMailServer } from '../servers/mail-server.ts'
import { freePorts } from '../servers/ports.ts'

/**
 * Starts one Docket with a real mail server, and one browser, for all tests in a file. URLs on this machine are
 * allowed.
 */
export function visitDocketWithMail() {
  const settings: Record<string, string> = {
    NODE_ENV: 'test',
    ALLOW_LOOPBACK_URLS_FOR_TESTS: 'true',
    MAIL_FROM: 'Docket <docket@example.com>',
  }
  const mail: Pick<MailServer, 'mails' | 'recipients'> = { mails: [], recipients: [] }
  let server: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    const [port = 0] = await freePorts(1)
    server = await startMailServer()
    Object.assign(mail, { mails: server.mails, recipients: server.recipients })
    Object.assign(settings, {
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: server.url,
    })
  })
  afterAll(() => server.close())
  return { mail, visited: visitDocket(settings) }
}
