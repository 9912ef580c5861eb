import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  url: string
  /** Accepted messages, in order of acceptance. */
  mails: Email[]
  /** Envelopes of the accepted messages. */
  recipients: string[]
}

export interface MailServerOptions {
  /** Called before a message is accepted: throw to reject it, or call `cut` to disconnect. */
  onMail?: (mail: Email, cut: () => void) => Promise<void>
  onRcptTo?: SMTPServerOptions['onRcptTo']
  user?: { name: string; password: string }
}

/** An SMTP rejection. */
export function smtpError(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code })
}

/** A real mail server on this machine, until it is closed. */
export async function startMailServer({
  onMail,
  onRcptTo,
  user,
}: MailServerOptions = {}): Promise<MailServer & { close: () => Promise<void> }> {
  const mails: Email[] = []
  const recipients: string[] = []
  const sockets = new Map<number | undefined, Socket>()
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS', ...(user ? [] : (['AUTH'] as const))],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _, done) => {
      const isKnown = username === user?.name && password === user?.password
      done(isKnown ? null : new Error('Wrong password'), { user: username })
    },
    ...(onRcptTo && { onRcptTo }),
    onData: (stream, session, done) => {
      const take = async () => {
        const mail = await PostalMime.parse(await buffer(stream))
        // Simulates a crash: the server's end of this connection vanishes.
        const cut = () => void sockets.get(session.remotePort)?.destroy()
        await onMail?.(mail, cut)
        mails.push(mail)
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
      }
      callbackify(take)(done)
    },
  })
  server.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    sockets.set(remotePort, socket)
    socket.on('close', () => sockets.delete(remotePort))
  })
  // Errors from killed clients are expected.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const login = user ? `${user.name}:${user.password}@` : ''
  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    mails,
    recipients,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.values()) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
