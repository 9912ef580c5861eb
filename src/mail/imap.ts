import { buffer } from 'node:stream/consumers'
import { ImapFlow } from 'imapflow'

/** How to connect to a mailbox, and where to file its messages. */
export interface MailboxSettings {
  /** `imaps://user:password@host:993`, or `imap://` for STARTTLS. */
  url: string
  /** Folder in which new messages arrive. */
  folder: string
  /** Folder for messages whose attachments became jobs. */
  doneFolder: string
  /** Folder for messages that Docket does not accept. */
  rejectedFolder: string
}

/** A message in the server's list, before it is downloaded. */
export interface ListedMessage {
  uid: number
  bytes: number
  /** Addresses of the senders, in lower case; a message may have several. */
  from: string[]
}

export interface Mailbox {
  /** Lists messages, oldest first. */
  list(limit: number): Promise<ListedMessage[]>
  /** Returns up to `maxBytes` of a message; undefined if the message no longer exists. */
  download(uid: number, maxBytes: number): Promise<Uint8Array | undefined>
  /** Moves a message. Does nothing if the message no longer exists. */
  file(uid: number, folder: 'done' | 'rejected'): Promise<void>
  close(): Promise<void>
}

/** Time without a response after which the server counts as down, in ms. */
const timeoutMs = 30_000

/** Connects, and creates the folders for filed messages if they do not exist. */
export async function openMailbox(settings: MailboxSettings): Promise<Mailbox> {
  const client = connectOptions(settings.url)
  // Without a listener, an error would end the process. The running command rejects anyway.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const folders = { done: settings.doneFolder, rejected: settings.rejectedFolder }
    for (const folder of Object.values(folders)) await client.mailboxCreate(folder)
    await client.mailboxOpen(settings.folder)
    return createMailbox(client, folders)
  } catch (error) {
    client.close()
    throw error
  }
}

function createMailbox(client: ImapFlow, folders: Record<'done' | 'rejected', string>): Mailbox {
  return {
    async list(limit) {
      const uids = (await client.search({ all: true }, { uid: true })) || []
      if (uids.length === 0) return []
      const oldest = uids.toSorted((a, b) => a - b).slice(0, limit)
      const query = { uid: true, size: true, envelope: true }
      const messages = await client.fetchAll(oldest.join(','), query, { uid: true })
      return messages
        .map(({ uid, size, envelope }) => ({
          uid,
          bytes: size ?? 0,
          from: (envelope?.from ?? []).flatMap(({ address }) => address?.toLowerCase() ?? []),
        }))
        .toSorted((a, b) => a.uid - b.uid)
    },
    async download(uid, maxBytes) {
      const download = await client.download(String(uid), undefined, { uid: true, maxBytes })
      return 'content' in download && download.content ? buffer(download.content) : undefined
    },
    async file(uid, folder) {
      await client.messageMove(String(uid), folders[folder], { uid: true })
    },
    async close() {
      await client.logout().catch(() => client.close())
    },
  }
}

function connectOptions(url: string): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'imaps:'
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  return new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    // Requires TLS before a password is sent, except on a loopback connection.
    ...(!secure && !isLoopback && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
}

/** Connects and returns the number of messages. Rejects with the server's reason. */
export async function checkMailbox(settings: MailboxSettings): Promise<number> {
  const mailbox = await openMailbox(settings)
  try {
    return (await mailbox.list(1_000)).length
  } finally {
    await mailbox.close()
  }
}
