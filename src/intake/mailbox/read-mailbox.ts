import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import { claimMessage, markMessageReceived } from '../../db/operations/mailbox.sql.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import type { ListedMessage, Mailbox } from '../../mail/imap.ts'
import { type ParsedMail, parseMail } from '../../mail/parse-mail.ts'
import { type ReceiveDeps, receiveBatch } from '../receive.ts'
import type { FormPart } from '../upload-form.ts'
import type { Log } from '../../domain/ports/log.ts'
import type { StatusListener } from '../../domain/ports/status-listener.ts'
import { isAllowedSender } from './allowed-senders.ts'

export interface ReadMailboxDeps extends ReceiveDeps {
  log: Log
  statuses: StatusListener
  allowedSenders: readonly string[]
  maxMessageBytes: number
  /** Finds the workspace that owns the jobs. Called for each message. */
  findOwner: () => Promise<string>
}

/** Reason for rejecting a message. */
type Rejection =
  | 'sender_not_allowed'
  | 'too_large'
  | 'unreadable'
  | 'no_document'
  | 'too_many_documents'
  | 'documents_rejected'

/** Maximum number of messages per round. The next round reads the rest. */
const maxMessages = 50

/**
 * Turns the attachments of each message into a batch of jobs, then files the message. A message is filed only after its
 * jobs are committed, and a message that is read again becomes the same batch, so a crash neither loses nor duplicates
 * it. A message that is not accepted is moved to a separate folder, never deleted. Returns the number of messages
 * filed.
 */
export async function readMailbox(
  deps: ReadMailboxDeps,
  mailbox: Mailbox,
  { keepLease, signal }: { keepLease: () => Promise<boolean>; signal: AbortSignal },
): Promise<number> {
  let filed = 0
  let failure: { error: unknown } | undefined
  for (const message of await mailbox.list(maxMessages)) {
    if (signal.aborted || !(await keepLease())) break
    try {
      if (await fileMessage(deps, mailbox, message, signal)) filed += 1
    } catch (error) {
      // The message stays in the folder. Continues, because a message that fails repeatedly must not delay the others.
      failure ??= { error }
    }
  }
  if (failure) throw failure.error
  return filed
}

/** Files one message. Returns whether it was moved. */
async function fileMessage(
  deps: ReadMailboxDeps,
  mailbox: Mailbox,
  message: ListedMessage,
  signal: AbortSignal,
): Promise<boolean> {
  const outcome = await receiveMessage(deps, mailbox, message, signal)
  if (outcome === 'gone') return false
  await mailbox.file(message.uid, 'batch_id' in outcome ? 'done' : 'rejected')
  const facts = { from: message.from.join(', '), bytes: message.bytes, ...outcome }
  if ('batch_id' in outcome) deps.log.info(facts, 'message received')
  else deps.log.warn(facts, 'message rejected')
  return true
}

interface Received {
  batch_id: string
  documents: number
  /** Number of attachments that are not readable documents, if known. */
  rejected_documents?: number
}

type Outcome = Received | { rejection: Rejection } | 'gone'

async function receiveMessage(
  deps: ReadMailboxDeps,
  mailbox: Mailbox,
  { uid, bytes, from }: ListedMessage,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!isAllowedSender(from, deps.allowedSenders)) return { rejection: 'sender_not_allowed' }
  if (bytes > deps.maxMessageBytes) return { rejection: 'too_large' }
  const source = await mailbox.download(uid, deps.maxMessageBytes + 1)
  if (!source) return 'gone'
  if (source.length > deps.maxMessageBytes) return { rejection: 'too_large' }
  const mail = await parseMail(source).catch(() => undefined)
  if (!mail) return { rejection: 'unreadable' }
  if (mail.documents.length === 0) return { rejection: 'no_document' }
  if (mail.documents.length > deps.maxPdfsPerBatch) return { rejection: 'too_many_documents' }
  return queueDocuments(deps, mail, signal)
}

async function queueDocuments(
  deps: ReadMailboxDeps,
  mail: ParsedMail,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db } = deps
  const owner_id = await deps.findOwner()
  const key = identifyMessage(mail)
  const [claim] = await claimMessage(db, key, owner_id, uuidv7())
  if (!claim) throw new Error('A message was not claimed')
  const { batch_id, is_known } = claim
  const received = { batch_id, documents: mail.documents.length }
  if (claim.is_received) return received
  const sender = {
    owner_id,
    route: 'mailbox',
    idempotency_key: undefined,
    priority: 0,
    client_ip: null,
    user_agent: null,
  }
  const incoming = {
    sender,
    parts: toParts(mail),
    signal,
    claim: { id: batch_id, is_taken_over: is_known },
  }
  try {
    const { response } = await receiveBatch(deps, incoming, async ({ results }) => {
      for (const one of results) if ('job_id' in one) deps.statuses.changed(one.job_id)
      return results.filter((one) => 'error' in one).length
    })
    await markMessageReceived(db, key)
    return { ...received, rejected_documents: response }
  } catch (error) {
    if (isAboutDocuments(error)) return { rejection: 'documents_rejected' }
    throw error
  }
}

/**
 * Returns an ID for the message, which is the same if the message is delivered or read twice, but different for another
 * message with the same document.
 */
function identifyMessage({ message_id, documents }: ParsedMail): string {
  const hash = createHash('sha256').update(message_id)
  for (const { bytes } of documents) hash.update(createHash('sha256').update(bytes).digest())
  return hash.digest('hex')
}

async function* toParts({ documents }: ParsedMail): AsyncGenerator<FormPart> {
  for (const { filename, content_type, bytes } of documents)
    yield { kind: 'file', filename, content_type, stream: Readable.from([Buffer.from(bytes)]) }
}

/** True if a retry cannot help. A full disk, a quota or an outage may be temporary. */
function isAboutDocuments(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const { status, retry } = error.rule
  return status < 500 && !retry && error.code !== 'QUOTA_EXCEEDED'
}
