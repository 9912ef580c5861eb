import { onTestFinished } from 'vitest'
import { startNotifier } from '../../../src/notify/notifier.ts'
import { createPost } from '../../../src/fetch/post.ts'
import { createSmtpSender } from '../../../src/mail/smtp.ts'
import type { TestDocket } from './docket.ts'
import { mailServerForTest } from '../servers/smtp.ts'

/** Sends a Docket's notifications through a real mail server until the test ends. */
export async function notifierForTest(
  { db, log, services, url }: TestDocket,
  options?: Parameters<typeof mailServerForTest>[0],
) {
  const server = await mailServerForTest(options)
  const line = (fields: object, msg: string) => void log.push({ ...fields, msg })
  const notifier = startNotifier({
    db,
    log: { info: line, warn: line, error: line },
    pollMs: 20,
    post: createPost(services.webhookGuard),
    mail: { send: createSmtpSender(server.url, { from: 'docket@example.com' }), baseUrl: url },
  })
  onTestFinished(() => notifier.stop())
  return server
}
