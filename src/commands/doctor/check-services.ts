import http from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectRedis } from '../../cache/redis.ts'
import { withAbortTimeout } from '../../clock/timeouts.ts'
import type { Config } from '../../config.ts'
import { gatewayAddress, gatewayRoutes } from '../../domain/api/gateway.ts'
import { parseJson } from '../../domain/values/json.ts'
import { answerTo } from '../../fetch/ask.ts'
import { checkSmtp } from '../../mail/smtp.ts'
import { createLog } from '../../app/log.ts'

const patienceMs = 5000

/** Any answer will do but a failure: a gateway that is not ours need not know /health. */
export async function askGateway(base: string): Promise<string> {
  const url = gatewayAddress(base, gatewayRoutes.health)
  const { request } = url.protocol === 'https:' ? https : http
  const statusOf = async (signal: AbortSignal) => {
    const answer = await answerTo(request(url, { signal }).end())
    answer.destroy()
    return answer.statusCode ?? 0
  }
  const status = await withAbortTimeout(patienceMs, statusOf).catch((thrown: Error) => {
    throw new Error(
      `${url.host} cannot be reached (${reasonOf(thrown)}). Start it, or change GATEWAY_URL.`,
    )
  })
  if (status < 500) return `${url.host} answers`
  throw new Error(`${url.host} answers with status ${status}. See its log.`)
}

/** Whoever signs tokens: its published keys must be there, or nobody can sign in. */
export async function askIssuer(config: Config): Promise<string> {
  const { JWKS_URL, JWT_SECRET, JWT_AUDIENCE, AUTH_MODE } = config
  if (AUTH_MODE === 'session') return 'not taken (AUTH_MODE is session)'
  if (JWKS_URL === undefined) return JWT_SECRET ? 'by JWT_SECRET' : 'none set up; API keys only'
  const { host, status, body } = await ask(JWKS_URL, 'JWKS_URL')
  const { keys } = (parseJson(body) ?? {}) as { keys?: unknown[] }
  if (status === 200 && Array.isArray(keys) && keys.length > 0) {
    const found = `${keys.length} public keys at ${host}`
    if (JWT_AUDIENCE !== undefined) return found
    return `${found}; its tokens for any other program are taken, too, until JWT_AUDIENCE says which are for Docket`
  }
  throw new Error(`${host} answers (${status}), but not with public keys. Check JWKS_URL.`)
}

/** Asks for the list of models, which costs nothing; an endpoint that has none is taken as it is. */
export async function askModel({ LLM_BASE_URL, LLM_MODEL, LLM_API_KEY }: Config): Promise<string> {
  if (LLM_BASE_URL === undefined) return 'none, so heat sheets of unknown layout are not read'
  const headers = LLM_API_KEY === undefined ? {} : { authorization: `Bearer ${LLM_API_KEY}` }
  const url = `${LLM_BASE_URL.replace(/\/$/, '')}/models`
  const { host, status, body } = await ask(url, 'LLM_BASE_URL', headers)
  if (status === 401 || status === 403) throw new Error(`${host} refuses it. Check LLM_API_KEY.`)
  if (status >= 500) throw new Error(`${host} answers with status ${status}. Try again later.`)
  const { data } = (parseJson(body) ?? {}) as { data?: { id?: unknown }[] }
  const names = Array.isArray(data) ? data.map(({ id }) => id) : []
  if (names.length === 0 || names.includes(LLM_MODEL)) return `${LLM_MODEL} at ${host}`
  throw new Error(`${host} has no model "${LLM_MODEL}". Set LLM_MODEL to one of its own.`)
}

/** Greets the mail server, or asks Resend something that costs nothing; no e-mail is sent. */
export async function askMail({ SMTP_URL, RESEND_API_KEY, RESEND_URL }: Config): Promise<string> {
  if (SMTP_URL !== undefined) {
    const { host } = new URL(SMTP_URL)
    await checkSmtp(SMTP_URL).catch((cause: Error) => {
      throw new Error(`${host} cannot be used (${cause.message}). Check SMTP_URL.`)
    })
    return `${host} answers`
  }
  if (RESEND_API_KEY === undefined) return 'none, so nobody is told by e-mail'
  const headers = { authorization: `Bearer ${RESEND_API_KEY}` }
  const url = `${RESEND_URL.replace(/\/$/, '')}/domains`
  const { host, status, body } = await ask(url, 'RESEND_URL', headers)
  // A key that may only send is told so, which proves that it is one.
  if (status < 400 || body.includes('restricted_api_key')) return `${host} answers`
  throw new Error(`${host} refuses it (${status}). Check RESEND_API_KEY.`)
}

interface Heard {
  host: string
  status: number
  body: string
}

async function ask(url: string, setting: string, headers = {}): Promise<Heard> {
  const { host } = new URL(url)
  try {
    return await withAbortTimeout(patienceMs, async (signal) => {
      const answer = await fetch(url, { headers, signal })
      return { host, status: answer.status, body: await answer.text() }
    })
  } catch (thrown) {
    const reason = reasonOf(thrown as Error)
    throw new Error(`${host} cannot be reached (${reason}). Check ${setting} and the network.`)
  }
}

/** What is behind the words of a program that only says that it failed or was stopped. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message
}

export async function isRunning({ HOST, PORT }: Config): Promise<boolean> {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST
  const url = `http://${host}:${PORT}/api/healthz`
  const answer = await withAbortTimeout(2000, (signal) => fetch(url, { signal })).catch(
    () => undefined,
  )
  return answer?.ok ?? false
}

export async function askRedis(url: string): Promise<string> {
  const { store, close } = connectRedis(url, createLog('silent'))
  const { host } = new URL(url)
  try {
    for (let tries = 0; tries < 30; tries++) {
      const isThere = await store.get(['check']).then(
        () => true,
        () => false,
      )
      if (isThere) return `${host} answers`
      await sleep(100)
    }
  } finally {
    await close()
  }
  throw new Error(
    `${host} does not answer. Docket works without it. Start it, or change REDIS_URL.`,
  )
}
