import {
  createRemoteJWKSet,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  type JWTVerifyOptions,
} from 'jose'
import { AppError } from '../domain/errors/errors.ts'
import { type Identity, ownerOfUser, userName } from '../domain/api/identity.ts'

export interface JwtSettings {
  /** Shared with whoever signs the tokens: HS256 only. */
  secret?: string | undefined
  /** The public keys of whoever signs them: asymmetric algorithms only. */
  jwksUrl?: string | undefined
  issuer?: string | undefined
  audience?: string | undefined
}

const longest = 8 * 1024
const publicKeyAlgorithms =
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** Headers by which a token brings its own key along: nobody honest needs them here. */
const foreignKeys = ['jwk', 'jku', 'x5u', 'x5c'] as const
const types = [undefined, 'jwt', 'at+jwt', 'application/jwt', 'application/at+jwt']

/** Says whose token it is. The algorithms are ours to choose, never the token's. */
export function jwtVerifier(settings: JwtSettings): (token: string) => Promise<Identity> {
  const { secret, jwksUrl, issuer, audience } = settings
  if (secret === undefined && jwksUrl === undefined) {
    return async () => Promise.reject(refused('no tokens are set up'))
  }
  const options: JWTVerifyOptions = {
    algorithms: secret === undefined ? publicKeyAlgorithms : ['HS256'],
    requiredClaims: ['exp', 'sub'],
    clockTolerance: 30,
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  }
  const sharedKey = new TextEncoder().encode(secret)
  const getKey: JWTVerifyGetKey = jwksUrl === undefined ? () => sharedKey : publishedKeys(jwksUrl)
  return async (token) => {
    if (token.length > longest) throw refused('too long')
    const { payload, protectedHeader } = await jwtVerify(token, getKey, options).catch(asRefusal)
    checkHeader(protectedHeader)
    return identityOf(payload)
  }
}

function publishedKeys(url: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), { timeoutDuration: 5_000 })
  return (header, token) =>
    keys(header, token).catch((cause: unknown) => {
      const isKnown =
        cause instanceof errors.JWKSNoMatchingKey ||
        cause instanceof errors.JWKSMultipleMatchingKeys ||
        cause instanceof errors.JOSENotSupported
      if (isKnown) throw cause
      const sentence = 'Tokens cannot be checked just now. Please try again in a moment.'
      throw new AppError('UNAVAILABLE', sentence, { cause })
    })
}

function asRefusal(cause: unknown): never {
  throw cause instanceof AppError ? cause : refused(cause)
}

function checkHeader(header: JWTHeaderParameters): void {
  if (foreignKeys.some((name) => name in header)) throw refused('brings its own key')
  if (!types.includes(header.typ?.toLowerCase())) throw refused('of another type')
}

function identityOf({ sub, tier }: JWTPayload): Identity {
  if (!userName.safeParse(sub).success) throw refused('sub names nobody')
  return {
    kind: 'user',
    owner_id: ownerOfUser(String(sub)),
    tier: tier === 'premium' ? 'premium' : 'standard',
    scopes: ['read', 'write'],
  }
}

/** One answer for every fault; the log has the reason. */
function refused(cause: unknown): AppError {
  return new AppError('UNAUTHORIZED', undefined, { cause })
}
