import http from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectRedis } from '../../cache/redis.ts'
import { withAbortTimeout } from '../../clock/timeouts.ts'
import type { Config } from '../../config.ts'
import { createGatewayUrl, gatewayRoutes } from '../../domain/api/gateway.ts'
import { parseJson } from '../../domain/values/json.ts'
import { awaitResponse } from '../../fetch/request.ts'
import { checkMailbox, type MailboxSettings } from '../../mail/imap.ts'
import { checkSmtp } from '../../mail/smtp.ts'
import { createLog } from '../../app/log.ts'
import { openOidcProvider } from '../../app/sign-in.ts'

const timeoutMs = 5000

/** Checks the gateway. Accepts any status below 500, because other products may not have a /health route. */
export async function checkGateway(base: string): Promise<string> {
  const url = createGatewayUrl(base, gatewayRoutes.health)
  const { request } = url.protocol === 'https:' ? https : http
  const fetchStatus = async (signal: AbortSignal) => {
    const response = await awaitResponse(request(url, { signal }).end())
    response.destroy()
    return response.statusCode ?? 0
  }
  const status = await withAbortTimeout(timeoutMs, fetchStatus).catch((thrown: Error) => {
    throw new Error(
      `cannot reach ${url.host} (${failureReason(thrown)}). Start it, or change GATEWAY_URL.`,
    )
  })
  if (status < 500) return `${url.host} responds`
  throw new Error(`${url.host} responds with status ${status}. Check its log.`)
}

/** Checks that the issuer's public keys are available. Without them, nobody can sign in. */
export async function checkIssuer(config: Config): Promise<string> {
  const { JWKS_URL, JWT_SECRET, JWT_AUDIENCE, AUTH_MODE } = config
  if (AUTH_MODE === 'session') return 'not accepted (AUTH_MODE=session)'
  if (JWKS_URL === undefined)
    return JWT_SECRET ? 'verified with JWT_SECRET' : 'not configured; API keys only'
  const { host, status, body } = await request(JWKS_URL, 'JWKS_URL')
  const { keys } = (parseJson(body) ?? {}) as { keys?: unknown[] }
  if (status === 200 && Array.isArray(keys) && keys.length > 0) {
    const found = `${keys.length} public ${keys.length === 1 ? 'key' : 'keys'} at ${host}`
    if (JWT_AUDIENCE !== undefined) return found
    return `${found}; set JWT_AUDIENCE to reject tokens issued for other applications`
  }
  throw new Error(`${host} responds (${status}), but without public keys. Check JWKS_URL.`)
}

/** Fetches the provider's discovery document, as the first sign-in does. */
export async function checkSignIn(config: Config): Promise<string> {
  const oidc = openOidcProvider(config)
  if (!oidc) {
    return config.AUTH_MODE === 'session'
      ? 'not configured; everyone works in their browser session'
      : 'with API keys; OIDC_ISSUER is not set'
  }
  const issuer = await oidc.check().catch((cause: Error) => {
    throw new Error(
      `${oidc.host} does not respond as an OpenID Connect provider (${failureReason(cause)}). Check OIDC_ISSUER and the network.`,
    )
  })
  if (config.BASE_URL !== undefined) return issuer
  return `${issuer}; set BASE_URL if people reach Docket at an address other than the one it listens on`
}

/** Requests the list of models, because this request is free. Accepts endpoints without such a list. */
export async function checkModel({
  LLM_BASE_URL,
  LLM_MODEL,
  LLM_API_KEY,
}: Config): Promise<string> {
  if (LLM_BASE_URL === undefined)
    return 'not configured; heat sheets with an unknown layout cannot be read'
  const headers = LLM_API_KEY === undefined ? {} : { authorization: `Bearer ${LLM_API_KEY}` }
  const url = `${LLM_BASE_URL.replace(/\/$/, '')}/models`
  const { host, status, body } = await request(url, 'LLM_BASE_URL', headers)
  if (status === 401 || status === 403)
    throw new Error(`${host} rejects the key. Check LLM_API_KEY.`)
  if (status >= 500) throw new Error(`${host} responds with status ${status}. Try again later.`)
  const { data } = (parseJson(body) ?? {}) as { data?: { id?: unknown }[] }
  const names = Array.isArray(data) ? data.map(({ id }) => id) : []
  if (names.length === 0 || names.includes(LLM_MODEL)) return `${LLM_MODEL} at ${host}`
  throw new Error(`${host} has no model "${LLM_MODEL}". Set LLM_MODEL to one of its models.`)
}

/** Connects to the mail server, or makes a free request to Resend. Sends no email. */
export async function checkMail({ SMTP_URL, RESEND_API_KEY, RESEND_URL }: Config): Promise<string> {
  if (SMTP_URL !== undefined) {
    const { host } = new URL(SMTP_URL)
    await checkSmtp(SMTP_URL).catch((cause: Error) => {
      throw new Error(`cannot connect to ${host} (${cause.message}). Check SMTP_URL.`)
    })
    return `${host} responds`
  }
  if (RESEND_API_KEY === undefined) return 'not configured; no email notifications'
  const headers = { authorization: `Bearer ${RESEND_API_KEY}` }
  const url = `${RESEND_URL.replace(/\/$/, '')}/domains`
  const { host, status, body } = await request(url, 'RESEND_URL', headers)
  // Resend returns this error for a key that may only send emails, which proves that the key is valid.
  if (status < 400 || body.includes('restricted_api_key')) return `${host} responds`
  throw new Error(`${host} rejects the key (${status}). Check RESEND_API_KEY.`)
}

/** Opens the mailbox and counts its messages. Creates missing folders but changes nothing else. */
export async function checkImap(settings: MailboxSettings | undefined): Promise<string> {
  if (!settings) return 'not configured'
  const { host } = new URL(settings.url)
  const waiting = await checkMailbox(settings).catch((cause: Error & { responseText?: string }) => {
    const reason = cause.responseText ?? cause.message
    throw new Error(`cannot use ${host} (${reason}). Check IMAP_URL and IMAP_FOLDER.`)
  })
  return `${host} responds; messages waiting in ${settings.folder}: ${waiting}`
}

interface ServiceResponse {
  host: string
  status: number
  body: string
}

async function request(url: string, setting: string, headers = {}): Promise<ServiceResponse> {
  const { host } = new URL(url)
  try {
    return await withAbortTimeout(timeoutMs, async (signal) => {
      const response = await fetch(url, { headers, signal })
      return { host, status: response.status, body: await response.text() }
    })
  } catch (thrown) {
    const reason = failureReason(thrown as Error)
    throw new Error(`cannot reach ${host} (${reason}). Check ${setting} and the network.`)
  }
}

/** Prefers the message of the cause, because it describes the network error. */
function failureReason({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message
}

export async function checkRedis(url: string): Promise<string> {
  const { store, close } = connectRedis(url, createLog('silent'))
  const { host } = new URL(url)
  try {
    for (let tries = 0; tries < 30; tries++) {
      const isThere = await store.get(['check']).then(
        () => true,
        () => false,
      )
      if (isThere) return `${host} responds`
      await sleep(100)
    }
  } finally {
    await close()
  }
  throw new Error(
    `${host} does not respond. Docket works without it. Start it, or change REDIS_URL.`,
  )
}
