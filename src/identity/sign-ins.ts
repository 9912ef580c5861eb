import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Db } from '../db/db.ts'
import {
  deleteSignIn,
  findSignIn,
  insertSignIn,
  type NewSignIn,
  type SignInRow,
} from '../db/identity/sign-ins.sql.ts'
import { type NewUser, upsertUser } from '../db/identity/users.sql.ts'
import type { Identity, Principal } from '../domain/api/identity.ts'
import { toKeyPrincipal } from './api-keys.ts'
import { createSecret, hashSecret, secretPattern } from './secrets.ts'
import { openWorkspace } from './workspaces.ts'

/** Number of days after which a sign-in expires, even if it is in use. */
export const signInDays = 30

export interface SignInRequest extends Pick<NewSignIn, 'user_id' | 'key_prefix'> {
  /** ID token from the provider, which expects it at sign-out. */
  id_token?: string | undefined
}

/**
 * Creates a sign-in and returns the secret for its cookie. Every sign-in has a new secret, which prevents session
 * fixation.
 */
export async function createSignIn(
  db: Db,
  { user_id, key_prefix, id_token }: SignInRequest,
): Promise<string> {
  const secret = createSecret()
  const encrypted = id_token === undefined ? null : encrypt(secret, id_token)
  const row = { id: hashSecret(secret), user_id, key_prefix, id_token: encrypted, days: signInDays }
  await insertSignIn(db, row)
  return secret
}

/** Saves the user's current name, which their team and the document history show. */
export async function registerUser(db: Db, user: NewUser): Promise<void> {
  await upsertUser(db, user)
}

/** Returns the identity of the signed-in user; undefined if the sign-in has ended. */
export async function authenticateSession(db: Db, secret: string): Promise<Identity | undefined> {
  const found = secretPattern.test(secret) ? await findSignIn(db, hashSecret(secret)) : undefined
  return found && openWorkspace(db, toPrincipal(found))
}

/** Signs the user out. Returns the provider's ID token, if there is one. */
export async function endSignIn(db: Db, secret: string): Promise<string | undefined> {
  const [ended] = secretPattern.test(secret) ? await deleteSignIn(db, hashSecret(secret)) : []
  return ended?.id_token === null || ended === undefined
    ? undefined
    : decrypt(secret, ended.id_token)
}

function toPrincipal({ owner_id, tier, key_name, key_scopes }: SignInRow): Principal {
  if (key_name === null || key_scopes === null) {
    return { kind: 'user', owner_id, tier, scopes: ['read', 'write'] }
  }
  return toKeyPrincipal({ owner_id, tier, scopes: key_scopes, name: key_name })
}

const cipher = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/**
 * Encrypts an ID token with the cookie's secret. The database does not contain the secret, so a stolen table reveals no
 * ID tokens.
 */
function encrypt(secret: string, text: string): string {
  const iv = randomBytes(ivLength)
  const aes = createCipheriv(cipher, deriveKey(secret), iv)
  const body = Buffer.concat([aes.update(text, 'utf8'), aes.final()])
  return Buffer.concat([iv, aes.getAuthTag(), body]).toString('base64url')
}

function decrypt(secret: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  const [iv, tag] = [bytes.subarray(0, ivLength), bytes.subarray(ivLength, ivLength + tagLength)]
  const aes = createDecipheriv(cipher, deriveKey(secret), iv).setAuthTag(tag)
  const body = bytes.subarray(ivLength + tagLength)
  return Buffer.concat([aes.update(body), aes.final()]).toString('utf8')
}

function deriveKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'docket id token', 32))
}
