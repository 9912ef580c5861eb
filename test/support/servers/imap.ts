import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import { onTestFinished } from 'vitest'
import { freePorts } from './ports.ts'
import { onlyIf } from '../run/only-if.ts'

const program = '/usr/sbin/dovecot'
const isRoot = process.getuid?.() === 0

/** Reason to skip tests with a mailbox, if any. `npm test` installs the server if permitted. */
export const needsDovecot = onlyIf(existsSync(program), `there is no ${program}`)

export interface TestImapServer {
  url: string
  /** Puts a message into a folder, as if it had arrived. */
  deliver(source: string | Buffer, folder?: string): Promise<void>
  /** Subjects of the messages in a folder. */
  subjects(folder: string): Promise<string[]>
  stop(): Promise<void>
  start(): Promise<void>
}

/** A real IMAP server with one user. It is stopped when the test ends. */
export async function imapServerForTest(): Promise<TestImapServer> {
  const [port = 0] = await freePorts(1)
  const folder = await createFolder(port)
  const url = `imap://box:secret@127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(program, ['-F', '-c', path.join(folder, 'dovecot.conf')], { stdio: 'ignore' })
    while (!(await accepts(port))) await sleep(20)
  }
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  await start()
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    url,
    start,
    stop,
    deliver: (source, to = 'INBOX') =>
      withClient(port, async (client) => void (await client.append(to, source))),
    subjects: (name) =>
      withClient(port, async (client) => {
        await client.mailboxOpen(name)
        const found = await client.fetchAll('1:*', { envelope: true }).catch(() => [])
        return found.map(({ envelope }) => envelope?.subject ?? '').sort()
      }),
  }
}

async function createFolder(port: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'imap-'))
  await chmod(folder, 0o755)
  await mkdir(path.join(folder, 'mail'), { mode: 0o777 })
  // Dovecot reads mail as an unprivileged user, unless it runs as one itself.
  const user = isRoot ? 'mail' : userInfo().username
  if (isRoot) execFileSync('chown', ['mail:mail', path.join(folder, 'mail')])
  const internal = isRoot ? '' : `default_internal_user = ${user}\ndefault_login_user = ${user}\n`
  await writeFile(
    path.join(folder, 'dovecot.conf'),
    `base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
${internal}mail_location = maildir:${folder}/mail
passdb {
  driver = static
  args = user=box password=secret
}
userdb {
  driver = static
  args = uid=${user} gid=${user} home=${folder}/mail
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`,
  )
  return folder
}

async function withClient<T>(port: number, use: (client: ImapFlow) => Promise<T>): Promise<T> {
  const auth = { user: 'box', pass: 'secret' }
  const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.logout()
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.end())
  })
}
