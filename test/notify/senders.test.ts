import net from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Mail } from '../../src/mail/mail.ts'
import { createResendSender } from '../../src/mail/resend.ts'
import { checkSmtp, createSmtpSender } from '../../src/mail/smtp.ts'
import { listenForTest, receiverForTest } from '../support/servers/file-server.ts'
import { smtpError } from '../support/servers/mail-server.ts'
import { freePorts } from '../support/servers/ports.ts'
import { mailServerForTest } from '../support/servers/smtp.ts'

const mail: Mail = {
  id: '0190a5b0-0000-7000-8000-000000000001',
  to: 'ada@example.com',
  subject: 'Docket: 1 document ready',
  text: 'Ünïcode and a line\n.\nwith a dot',
  html: '<p>Ünïcode</p>',
  unsubscribeUrl: 'https://docket.example.com/api/unsubscribe/x',
}
const from = 'Docket <docket@example.com>'

describe('a mail server', () => {
  it('receives text, HTML, the sender and the unsubscribe link', async () => {
    const server = await mailServerForTest()
    expect(await createSmtpSender(server.url, { from })(mail)).toEqual({ kind: 'sent' })
    const [received] = server.mails
    expect(server.recipients).toEqual(['ada@example.com'])
    expect(received).toMatchObject({
      from: { name: 'Docket', address: 'docket@example.com' },
      subject: mail.subject,
      text: `${mail.text}\n`,
      messageId: `<${mail.id}@example.com>`,
    })
    expect(received?.html).toContain(mail.html)
    const headers = Object.fromEntries(
      received?.headers.map(({ key, value }) => [key, value]) ?? [],
    )
    expect(headers).toMatchObject({
      'list-unsubscribe': `<${mail.unsubscribeUrl}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    })
  })

  it('receives the password; if it rejects the password, the email is retried later', async () => {
    const user = { name: 'docket', password: 'right' }
    const server = await mailServerForTest({ user })
    expect(await createSmtpSender(server.url, { from })(mail)).toEqual({ kind: 'sent' })
    await checkSmtp(server.url)
    const wrong = server.url.replace('right', 'wrong')
    expect(await createSmtpSender(wrong, { from })(mail)).toMatchObject({ kind: 'postponed' })
    await expect(checkSmtp(wrong)).rejects.toThrow('Invalid login')
  })

  it.each([
    [451, 'postponed'],
    [550, 'refused'],
  ] as const)('responds %i to the address: %s', async (code, kind) => {
    const server = await mailServerForTest({
      onRcptTo: (_address, _session, done) => done(smtpError(code, 'Not now')),
    })
    expect(await createSmtpSender(server.url, { from })(mail)).toMatchObject({ kind })
  })

  it.each([
    [452, 'postponed'],
    [554, 'refused'],
  ] as const)('responds %i to the message: %s', async (code, kind) => {
    const server = await mailServerForTest({
      onMail: () => Promise.reject(smtpError(code, 'Not this one')),
    })
    expect(await createSmtpSender(server.url, { from })(mail)).toMatchObject({ kind })
  })

  it('leaves the outcome unknown if it disconnects after the message', async () => {
    const server = await mailServerForTest({
      onMail: (_mail, cut) => {
        cut()
        return Promise.resolve()
      },
    })
    expect(await createSmtpSender(server.url, { from })(mail)).toMatchObject({ kind: 'unknown' })
  })

  it('has not accepted the message if it disconnects before receiving it', async () => {
    const server = net.createServer((socket) => {
      socket.write('220 here\r\n')
      socket.once('data', () => socket.destroy())
    })
    const port = await listenForTest(server)
    const outcome = await createSmtpSender(`smtp://127.0.0.1:${port}`, { from })(mail)
    expect(outcome).toMatchObject({ kind: 'postponed' })
  })

  it('has accepted the message even if its response arrives while the event loop is blocked', async () => {
    const soon = setTimeout
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const server = net.createServer((socket) => {
      socket.write('220 here\r\n')
      socket.on('data', (chunk) => {
        const line = String(chunk)
        if (line === 'DATA\r\n') return void socket.write('354 go on\r\n')
        if (!line.endsWith('\r\n.\r\n')) return void socket.write('250 yes\r\n')
        // The response has arrived, but is not yet processed when all timers fire.
        soon(() => {
          socket.write('250 taken\r\n')
          vi.advanceTimersByTime(60_000)
        }, 0)
      })
    })
    const port = await listenForTest(server)
    const outcome = await createSmtpSender(`smtp://127.0.0.1:${port}`, { from })(mail)
    expect(outcome).toEqual({ kind: 'sent' })
  })

  it('is retried later if unreachable', async () => {
    const outcome = await createSmtpSender('smtp://127.0.0.1:1', { from })(mail)
    expect(outcome).toMatchObject({ kind: 'postponed' })
  })
})

describe('Resend', () => {
  async function resend(status: number, headers: Record<string, string> = {}) {
    const server = await receiverForTest((_, response) => {
      response.writeHead(status, headers).end(JSON.stringify({ message: 'It says why' }))
    })
    const send = createResendSender({ from, key: 're_key', url: `${server.url}/` })
    const outcome = await send(mail)
    const bodies = server.received.map(({ body }) => JSON.parse(body) as unknown)
    return { outcome, bodies, requests: server.requests }
  }

  it('is called once per email, with an idempotency key', async () => {
    const { outcome, bodies, requests } = await resend(200)
    expect(outcome).toEqual({ kind: 'sent' })
    expect(requests[0]).toMatchObject({
      url: '/emails',
      headers: { authorization: 'Bearer re_key', 'idempotency-key': mail.id },
    })
    const { to, subject, text, html } = mail
    expect(bodies[0]).toMatchObject({ from, to, subject, text, html })
    expect(bodies[0]).toMatchObject({
      headers: { 'List-Unsubscribe': `<${mail.unsubscribeUrl}>` },
    })
  })

  it.each([
    [422, 'refused'],
    [400, 'refused'],
    [401, 'postponed'],
    [403, 'postponed'],
    [500, 'postponed'],
  ] as const)('responds %i: %s', async (status, kind) => {
    const { outcome } = await resend(status)
    expect(outcome).toMatchObject({ kind, error: `${status} It says why` })
  })

  it('reports how long to wait', async () => {
    const { outcome } = await resend(429, { 'retry-after': '7' })
    expect(outcome).toMatchObject({ kind: 'postponed', retryAfterSeconds: 7 })
  })

  it('leaves the outcome unknown if it disconnects without a response, but not if it is unreachable', async () => {
    const server = net.createServer((socket) => socket.once('data', () => socket.destroy()))
    const port = await listenForTest(server)
    const sender = (at: number) =>
      createResendSender({ from, key: 're_key', url: `http://127.0.0.1:${at}` })
    expect(await sender(port)(mail)).toMatchObject({ kind: 'unknown' })
    const [nobody = 0] = await freePorts(1)
    expect(await sender(nobody)(mail)).toMatchObject({ kind: 'postponed' })
  })
})
