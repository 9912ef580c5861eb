import { onTestFinished } from 'vitest'
import { type MailServer, type MailServerOptions, startMailServer } from './mail-server.ts'

/** A real mail server for one test. It is closed when the test ends. */
export async function mailServerForTest(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options)
  onTestFinished(server.close)
  return server
}
