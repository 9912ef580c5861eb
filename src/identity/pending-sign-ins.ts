import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { z } from 'zod'
import type { Db } from '../db/db.ts'
import type { PendingSignIn } from './oidc.ts'
import { loadSessionKey } from './session-secret.ts'

/** Time limit for signing in at the provider, in seconds. */
export const pendingSignInSeconds = 10 * 60

const Pending = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect_uri: z.string(),
  next: z.string(),
})

/** A pending sign-in, and the page to show afterwards. */
export interface PendingVisit extends PendingSignIn {
  next: string
}

/** Encrypts a pending sign-in for a cookie, so that only the browser that started it can complete it. */
export async function sealPendingSignIn(db: Db, pending: PendingVisit): Promise<string> {
  return new EncryptJWT({ ...pending })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${pendingSignInSeconds}s`)
    .encrypt(await loadKey(db))
}

/** Decrypts a pending sign-in; undefined if it has expired or another deployment encrypted it. */
export async function openPendingSignIn(db: Db, sealed: string): Promise<PendingVisit | undefined> {
  const key = await loadKey(db)
  const payload = await jwtDecrypt(sealed, key).then(
    (opened) => opened.payload,
    () => undefined,
  )
  return Pending.safeParse(payload).data
}

async function loadKey(db: Db): Promise<Uint8Array> {
  return new Uint8Array(hkdfSync('sha256', await loadSessionKey(db), '', 'pending sign-in', 32))
}
