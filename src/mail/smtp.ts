import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SmtpConnection from 'nodemailer/lib/smtp-connection'
import { giveUpAfter } from '../clock/in-time.ts'
import type { MailOutcome } from '../domain/notify/mail.ts'
import { addressIn, headersOf, type Mail, type Sender, type SendMail } from './mail.ts'

const waits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}
/** For everything, whatever a server does to keep us: well within the time for which a mail is claimed. */
const longestMs = 60_000

/** What a connection fails with; the code is the server's own, where it gave one. */
interface SmtpError extends Error {
  code?: string
  responseCode?: number
}

/** Sends by a mail server, over a connection of its own for each e-mail. */
export function smtpSender(url: string, { from }: Sender): SendMail {
  const { auth, ...server } = parseConnectionUrl(url)
  return async (mail) => {
    const message = await compose(mail, from)
    const content = countedStream(message)
    const connection = new SmtpConnection({ ...server, ...waits, logger: false })
    try {
      const envelope = { from: addressIn(from), to: mail.to, size: message.length }
      await untilFirstError(connection, async () => {
        await connect(connection)
        if (auth) await login(connection, auth as Credentials)
        await send(connection, envelope, content.stream)
      })
      connection.quit()
      return { kind: 'sent' }
    } catch (error) {
      connection.close()
      return outcomeOf(error as SmtpError, content.hasBegun())
    }
  }
}

interface Credentials {
  user?: string
  pass?: string
}

/** Whether this server can be reached and lets us in. Rejects with its reason. */
export async function greetSmtp(url: string): Promise<void> {
  const { auth, ...server } = parseConnectionUrl(url)
  const connection = new SmtpConnection({ ...server, ...waits, logger: false })
  try {
    await untilFirstError(connection, async () => {
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
 * The server asks for the message last of all. Up to there nothing is accepted; from then on only its own word tells
 * whether it was.
 */
function outcomeOf(
  { message: error, code, responseCode }: SmtpError,
  hasBegun: boolean,
): MailOutcome {
  // Credentials are the operator's to mend, and the e-mail is not to blame.
  if (code === 'EAUTH') return { kind: 'postponed', error }
  if (responseCode !== undefined) {
    return responseCode >= 500 ? { kind: 'refused', error } : { kind: 'postponed', error }
  }
  return hasBegun ? { kind: 'unknown', error } : { kind: 'postponed', error }
}

function compose(mail: Mail, from: string): Promise<Buffer> {
  const { to, subject, text, html } = mail
  const messageId = `<${mail.id}@${addressIn(from).split('@')[1]}>`
  return new MailComposer({ from, to, subject, text, html, messageId, headers: headersOf(mail) })
    .compile()
    .build()
}

/** Knows when the first byte was taken. */
function countedStream(content: Buffer): { stream: Readable; hasBegun: () => boolean } {
  let hasBegun = false
  const stream = new Readable({
    read() {
      hasBegun = true
      this.push(content)
      this.push(null)
    },
  })
  return { stream, hasBegun: () => hasBegun }
}

async function untilFirstError(
  connection: SmtpConnection,
  work: () => Promise<void>,
): Promise<void> {
  let giveUp: (error: Error) => void = () => undefined
  const trouble = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  connection.on('error', giveUp)
  const callOff = giveUpAfter(longestMs, () => giveUp(new Error('The mail server is too slow.')))
  try {
    await Promise.race([work(), trouble])
  } finally {
    callOff()
    // What it still complains about has been decided.
    trouble.catch(() => undefined)
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
