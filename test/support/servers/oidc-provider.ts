import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { onTestFinished } from 'vitest'
import type { OidcSettings } from '../../../src/identity/oidc.ts'
import { freePorts } from './ports.ts'

const oidcClient = { id: 'docket', secret: 'a client secret that only tests may know' }

interface Person {
  name?: string
  email?: string
  email_verified?: boolean
}

/** Users sign in with their user name, without a password. */
const people: Record<string, Person> = {
  ada: { name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true },
  bob: { name: 'Bob Babbage', email: 'bob@example.com', email_verified: true },
  vera: { name: 'Vera Viewer', email: 'vera@example.com', email_verified: true },
  eve: { name: 'Eve', email: 'eve@evil.example', email_verified: true },
  mallory: { name: 'Mallory', email: 'ada@example.com', email_verified: false },
  nameless: {},
}

export interface TestProvider {
  issuer: string
  settings: OidcSettings
  /** Makes the provider respond with an error or not at all. */
  fault: { status?: number; hangs?: boolean }
  close(): Promise<void>
}

interface ProviderOptions {
  /** Whether the provider has a sign-out endpoint. */
  hasSignOut?: boolean
  /** How the client sends its secret. */
  clientAuth?: 'client_secret_basic' | 'client_secret_post' | 'none'
}

/** Starts a certified OpenID Connect provider on this machine. */
export async function startOidcProvider({
  hasSignOut = true,
  clientAuth = 'client_secret_basic',
}: ProviderOptions = {}): Promise<TestProvider> {
  const [port = 0] = await freePorts(1)
  const issuer = `http://127.0.0.1:${port}`
  const provider = createProvider(issuer, { hasSignOut, clientAuth })
  const handle = provider.callback()
  const fault: TestProvider['fault'] = {}
  const server = createServer((request, response) => {
    if (fault.hangs) return
    if (fault.status !== undefined) {
      response.writeHead(fault.status).end('out of order')
      return
    }
    if (request.url?.startsWith('/interaction/')) void signInForm(provider, request, response)
    else void handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    issuer,
    settings: {
      issuer,
      clientId: oidcClient.id,
      clientSecret: clientAuth === 'none' ? undefined : oidcClient.secret,
      scopes: 'openid profile email',
    },
    fault,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function oidcProviderForTest(options: ProviderOptions = {}): Promise<TestProvider> {
  const provider = await startOidcProvider(options)
  onTestFinished(provider.close)
  return provider
}

function createProvider(issuer: string, { hasSignOut, clientAuth }: Required<ProviderOptions>) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        ...(clientAuth !== 'none' && { client_secret: oidcClient.secret }),
        token_endpoint_auth_method: clientAuth,
        redirect_uris: ['http://127.0.0.1/anything'],
        post_logout_redirect_uris: ['http://127.0.0.1/anything'],
      },
    ],
    clientAuthMethods: [clientAuth],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    cookies: { keys: ['tests'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: hasSignOut,
        logoutSource: (ctx: KoaContextWithOIDC, form: string) => {
          ctx.body = `<!doctype html><title>Sign out</title>${form}
            <button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
        },
      },
    },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people[id] }),
    }),
    // Grants the scopes without a consent page.
    async loadExistingGrant(ctx) {
      const { client, session, provider: own } = ctx.oidc
      const known = session?.grantIdFor(client?.clientId ?? '')
      if (known !== undefined) return own.Grant.find(known)
      const grant = new own.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  // Accepts every local redirect URI, because Docket's port is not known in advance.
  const isLocal = (uri: string) => uri.startsWith('http://127.0.0.1:')
  provider.Client.prototype.redirectUriAllowed = isLocal
  provider.Client.prototype.postLogoutRedirectUriAllowed = isLocal
  return provider
}

/** Serves the provider's sign-in page. */
async function signInForm(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await text(request))
    const accountId = form.get('user') ?? ''
    const result =
      accountId === ''
        ? { error: 'access_denied', error_description: 'The user cancelled' }
        : { login: { accountId } }
    await provider.interactionFinished(request, response, result)
    return
  }
  response.writeHead(200, { 'content-type': 'text/html' }).end(
    `<!doctype html><html lang="en"><title>Test provider</title><form method="post">
      <label>User <input name="user"></label><button>Sign in</button>
      <button name="user" value="">Cancel</button></form></html>`,
  )
}

/** Creates a fetch function that keeps cookies like a browser. */
function cookieJar() {
  const jar = new Map<string, string>()
  return async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), cookie }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return response
  }
}

const getLocation = (response: Response, base: string) =>
  new URL(response.headers.get('location') ?? '', base).href

/** Signs in at the provider and returns the callback URL. An empty user cancels. */
export async function signInAtProvider(authorizeUrl: string, user: string): Promise<URL> {
  const ask = cookieJar()
  const form = getLocation(await ask(authorizeUrl), authorizeUrl)
  const posted = await ask(form, {
    method: 'POST',
    body: new URLSearchParams({ user }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const resumed = await ask(getLocation(posted, form))
  return new URL(getLocation(resumed, form))
}
