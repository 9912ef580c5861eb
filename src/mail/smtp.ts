import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SmtpConnection from 'nodemailer/lib/smtp-connection'
import { startTimeout } from '../clock/timeouts.ts'
import type { MailOutcome } from '../domain/notify/mail.ts'
import { parseAddress, mailHeaders, type Mail, type MailSender, type SendMail } from './mail.ts'

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}
/** Time limit for a slow server, in ms; well below the lease of a claimed email. */
const maxTotalMs = 60_000

/** An SMTP error. `responseCode` is the server's reply code, if it sent one. */
interface SmtpError extends Error {
  code?: string
  responseCode?: number
}

/** Sends emails, each over a new connection. */
export function createSmtpSender(url: string, { from }: MailSender): SendMail {
  const { auth, ...server } = parseConnectionUrl(url)
  return async (mail) => {
    const message = await compose(mail, from)
    const content = trackedStream(message)
    const connection = new SmtpConnection({ ...server, ...timeouts, logger: false })
    try {
      const envelope = { from: parseAddress(from), to: mail.to, size: message.length }
      await runUntilError(connection, async () => {
        await connect(connection)
        if (auth) await login(connection, auth as Credentials)
        await send(connection, envelope, content.stream)
      })
      connection.quit()
      return { kind: 'sent' }
    } catch (error) {
      connection.close()
      return toOutcome(error as SmtpError, content.hasBegun())
    }
  }
}

interface Credentials {
  user?: string
  pass?: string
}

/** Connects and authenticates. Rejects with the server's reason. */
export async function checkSmtp(url: string): Promise<void> {
  const { auth, ...server } = parseConnectionUrl(url)
  const connection = new SmtpConnection({ ...server, ...timeouts, logger: false })
  try {
    await runUntilError(connection, async () => {
      await connect(connection)
      if (auth) await login(connection, auth as Credentials)
    })
    connection.quit()
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Converts an error to an outcome. An SMTP server asks for the message last: before that, it has certainly not accepted
 * the email; afterwards, only its reply shows whether it has.
 */
function toOutcome(
  { message: error, code, responseCode }: SmtpError,
  hasStarted: boolean,
): MailOutcome {
  // Wrong credentials are retried, because the administrator can fix them; the email itself is not at fault.
  if (code === 'EAUTH') return { kind: 'postponed', error }
  if (responseCode !== undefined) {
    return responseCode >= 500 ? { kind: 'refused', error } : { kind: 'postponed', error }
  }
  return hasStarted ? { kind: 'unknown', error } : { kind: 'postponed', error }
}

function compose(mail: Mail, from: string): Promise<Buffer> {
  const { to, subject, text, html } = mail
  const messageId = `<${mail.id}@${parseAddress(from).split('@')[1]}>`
  return new MailComposer({ from, to, subject, text, html, messageId, headers: mailHeaders(mail) })
    .compile()
    .build()
}

/** Creates a stream that records whether the server has started to read the message. */
function trackedStream(content: Buffer): { stream: Readable; hasBegun: () => boolean } {
  let hasStarted = false
  const stream = new Readable({
    read() {
      hasStarted = true
      this.push(content)
      this.push(null)
    },
  })
  return { stream, hasBegun: () => hasStarted }
}

async function runUntilError(connection: SmtpConnection, work: () => Promise<void>): Promise<void> {
  let fail: (error: Error) => void = () => undefined
  const failure = new Promise<never>((_, reject) => {
    fail = reject
  })
  connection.on('error', fail)
  const cancelTimeout = startTimeout(maxTotalMs, () =>
    fail(new Error('The mail server is too slow.')),
  )
  try {
    await Promise.race([work(), failure])
  } finally {
    cancelTimeout()
    // Ignores later errors, because the outcome is known.
    failure.catch(() => undefined)
  }
}

function connect(connection: SmtpConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.connect((error?: Error | null) => (error ? reject(error) : resolve()))
  })
}

function login(connection: SmtpConnection, { user = '', pass = '' }: Credentials): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.login({ user, pass }, (error?: Error | null) => (error ? reject(error) : resolve()))
  })
}

function send(
  connection: SmtpConnection,
  envelope: { from: string; to: string; size: number },
  content: Readable,
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.send(envelope, content, (error?: Error | null) =>
      error ? reject(error) : resolve(),
    )
  })
}
