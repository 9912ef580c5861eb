import { SignJWT } from 'jose'

export const jwtSecret = 'a secret that only tests may know'
export const adminKey = 'an admin key that only tests may know'

/** Creates headers for a signed-in user. */
export async function createAuthHeaders(
  user: string,
  claims: Record<string, unknown> = {},
): Promise<{ authorization: string }> {
  const token = await new SignJWT({ sub: user, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(jwtSecret))
  return bearer(token)
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}
