import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
} from 'openid-client'
import type { NewUser } from '../db/identity/users.sql.ts'
import { toUserOwnerId, UserName } from '../domain/api/identity.ts'
import type { SignInProblem } from '../domain/values/sign-in-problems.ts'
import { isAllowedEmail } from '../domain/values/allowed-emails.ts'

export interface OidcSettings {
  issuer: string
  clientId: string
  /** Absent for a public client, which relies on PKCE. */
  clientSecret?: string | undefined
  scopes: string
  /** Addresses, or domains such as `@example.com`. Undefined allows all users. */
  allowedEmails?: readonly string[] | undefined
}

/** State that the browser keeps while the user is at the provider. */
export interface PendingSignIn {
  state: string
  nonce: string
  verifier: string
  redirect_uri: string
}

export interface OidcProvider {
  host: string
  /** Returns the issuer; rejects with a SignInError if the provider is unusable. */
  check(): Promise<string>
  /** Returns the URL of the provider's sign-in page, and the state to keep until `complete`. */
  begin(redirectUri: string): Promise<{ url: string; pending: PendingSignIn }>
  /** Exchanges the authorisation code in the provider's redirect for the user. */
  complete(search: string, pending: PendingSignIn): Promise<{ user: NewUser; id_token: string }>
  /** Returns the provider's sign-out URL, or null if it has none. */
  findSignOutUrl(idToken: string, returnUrl: string): Promise<string | null>
}

/** A failed sign-in. `problem` is for the user, `cause` for the log. */
export class SignInError extends Error {
  readonly problem: SignInProblem

  constructor(problem: SignInProblem, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.problem = problem
  }
}

/** Time limit in seconds for requests to the provider, because it may be down. */
const timeoutSeconds = 5

/**
 * Implements the authorisation code flow with PKCE, state and nonce, as configured by the provider's discovery
 * document.
 */
export function createOidcProvider(settings: OidcSettings): OidcProvider {
  const { issuer, scopes } = settings
  let known: Promise<Configuration> | undefined

  /**
   * Loads the configuration. Repeats discovery after a failure, so that sign-in works as soon as the provider is back.
   */
  function configure(): Promise<Configuration> {
    known ??= discover(settings).catch((cause: unknown) => {
      known = undefined
      throw new SignInError('unreachable', cause)
    })
    return known
  }

  return {
    host: new URL(issuer).host,
    check: async () => (await configure()).serverMetadata().issuer,
    async begin(redirect_uri) {
      const config = await configure()
      const verifier = randomPKCECodeVerifier()
      const pending = { state: randomState(), nonce: randomNonce(), verifier, redirect_uri }
      const url = buildAuthorizationUrl(config, {
        redirect_uri,
        scope: scopes,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, pending }
    },
    async complete(search, pending) {
      const config = await configure()
      const { claims, id_token } = await redeemCode(config, search, pending).catch(rethrow)
      const user = toUser(claims)
      if (!isAllowedEmail(settings.allowedEmails, claims)) {
        throw new SignInError('not_allowed', `${user.id} has no allowed, verified email address`)
      }
      return { user, id_token }
    },
    async findSignOutUrl(id_token_hint, post_logout_redirect_uri) {
      const config = await configure()
      if (config.serverMetadata().end_session_endpoint === undefined) return null
      return buildEndSessionUrl(config, { id_token_hint, post_logout_redirect_uri }).href
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const url = new URL(issuer)
  // The settings allow plain HTTP only for localhost.
  const execute = url.protocol === 'http:' ? [allowInsecureRequests] : []
  const options = { execute, timeout: timeoutSeconds }
  const found = await discovery(url, clientId, undefined, None(), options)
  const server = found.serverMetadata()
  const auth = chooseClientAuth(clientSecret, server.token_endpoint_auth_methods_supported)
  const config = new Configuration(server, clientId, clientSecret, auth)
  config.timeout = timeoutSeconds
  for (const apply of execute) apply(config)
  // Also verifies the signature of the ID token instead of relying only on TLS.
  enableNonRepudiationChecks(config)
  return config
}

/** Chooses the client authentication. The default is `client_secret_basic` (OpenID Connect Discovery 1.0). */
function chooseClientAuth(
  secret: string | undefined,
  methods = ['client_secret_basic'],
): ClientAuth {
  if (secret === undefined) return None()
  return methods.includes('client_secret_basic')
    ? ClientSecretBasic(secret)
    : ClientSecretPost(secret)
}

interface Claims {
  sub: string
  name?: unknown
  preferred_username?: unknown
  email?: unknown
  email_verified?: unknown
  tier?: unknown
}

async function redeemCode(
  config: Configuration,
  search: string,
  { state, nonce, verifier, redirect_uri }: PendingSignIn,
): Promise<{ claims: Claims; id_token: string }> {
  const tokens = await authorizationCodeGrant(config, new URL(redirect_uri + search), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || tokens.id_token === undefined) throw new Error('The provider sent no ID token')
  const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
  const isComplete = claims.name !== undefined && claims.email !== undefined
  const more =
    hasUserInfo && !isComplete ? await fetchUserInfo(config, tokens.access_token, claims.sub) : {}
  return { claims: { ...more, ...claims }, id_token: tokens.id_token }
}

function rethrow(cause: unknown): never {
  const isDenied = cause instanceof AuthorizationResponseError && cause.error === 'access_denied'
  if (isDenied) throw new SignInError('denied', cause)
  throw new SignInError(isOutage(cause) ? 'unreachable' : 'failed', cause)
}

/** True if the connection failed or timed out, or the provider responded with a server error. */
function isOutage(cause: unknown): boolean {
  if (cause instanceof ResponseBodyError || cause instanceof AuthorizationResponseError)
    return false
  if (cause instanceof TypeError) return true
  if (!(cause instanceof Error)) return false
  if ('code' in cause && cause.code === 'OAUTH_TIMEOUT') return true
  const response = cause.cause
  return response instanceof Response ? response.status >= 500 : response instanceof TypeError
}

/** Derives the user ID from `sub`, so a bearer token from the same provider identifies the same user. */
function toUser({ sub, name, preferred_username, email, tier }: Claims): NewUser {
  if (!UserName.safeParse(sub).success)
    throw new SignInError('failed', 'sub is not a valid user name')
  const address = toText(email)
  return {
    id: toUserOwnerId(sub),
    name: toText(name) ?? toText(preferred_username) ?? address ?? sub,
    email: address ?? null,
    tier: tier === 'premium' ? 'premium' : 'standard',
  }
}

function toText(claim: unknown): string | undefined {
  return typeof claim === 'string' ? UserName.safeParse(claim.trim()).data : undefined
}
