import {
  createRemoteJWKSet,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  type JWTVerifyOptions,
} from 'jose'
import { AppError } from '../domain/errors/app-error.ts'
import { type Principal, toUserOwnerId, UserName } from '../domain/api/identity.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface JwtSettings {
  /** Shared secret; allows only HS256. */
  secret?: string | undefined
  /** URL of public keys; allows only asymmetric algorithms. */
  jwksUrl?: string | undefined
  issuer?: string | undefined
  audience?: string | undefined
}

const maxTokenLength = 8 * 1024
const publicKeyAlgorithms =
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** Headers that embed or reference a key, which Docket never trusts. */
const embeddedKeyHeaders = ['jwk', 'jku', 'x5u', 'x5c'] as const
const allowedTypes = [undefined, 'jwt', 'at+jwt', 'application/jwt', 'application/at+jwt']

/** Verifies JWTs. The accepted algorithms depend only on the settings, never on the token. */
export function createJwtVerifier(settings: JwtSettings): (token: string) => Promise<Principal> {
  const { secret, jwksUrl, issuer, audience } = settings
  if (secret === undefined && jwksUrl === undefined) {
    return async () => Promise.reject(unauthorized('tokens are not configured'))
  }
  const options: JWTVerifyOptions = {
    algorithms: secret === undefined ? publicKeyAlgorithms : ['HS256'],
    requiredClaims: ['exp', 'sub'],
    clockTolerance: 30,
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  }
  const sharedKey = new TextEncoder().encode(secret)
  const getKey: JWTVerifyGetKey = jwksUrl === undefined ? () => sharedKey : remoteKeys(jwksUrl)
  return async (token) => {
    if (token.length > maxTokenLength) throw unauthorized('too long')
    const { payload, protectedHeader } = await jwtVerify(token, getKey, options).catch(
      rethrowUnauthorized,
    )
    checkHeader(protectedHeader)
    return toPrincipal(payload)
  }
}

function remoteKeys(url: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), { timeoutDuration: 5_000 })
  return (header, token) =>
    keys(header, token).catch((cause: unknown) => {
      const isKnown =
        cause instanceof errors.JWKSNoMatchingKey ||
        cause instanceof errors.JWKSMultipleMatchingKeys ||
        cause instanceof errors.JOSENotSupported
      if (isKnown) throw cause
      throw new AppError('UNAVAILABLE', createDetail('tokens_unverifiable', {}), { cause })
    })
}

function rethrowUnauthorized(cause: unknown): never {
  throw cause instanceof AppError ? cause : unauthorized(cause)
}

function checkHeader(header: JWTHeaderParameters): void {
  if (embeddedKeyHeaders.some((name) => name in header))
    throw unauthorized('header contains or references a key')
  if (!allowedTypes.includes(header.typ?.toLowerCase())) throw unauthorized('of another type')
}

function toPrincipal({ sub, tier, name }: JWTPayload): Principal {
  if (!UserName.safeParse(sub).success) throw unauthorized('sub is not a valid user name')
  const { data: shownName } = UserName.safeParse(name)
  return {
    kind: 'user',
    owner_id: toUserOwnerId(String(sub)),
    tier: tier === 'premium' ? 'premium' : 'standard',
    scopes: ['read', 'write'],
    ...(shownName !== undefined && { name: shownName }),
  }
}

/** Creates the error for any invalid token. The response is always the same; only the log contains the cause. */
function unauthorized(cause: unknown): AppError {
  return new AppError('UNAUTHORIZED', undefined, { cause })
}
