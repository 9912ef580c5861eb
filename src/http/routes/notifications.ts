import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestMail, listNotices } from '../../notify/request-mail.ts'
import { resubscribe, unsubscribe } from '../../notify/unsubscribe.ts'
import {
  editWebhook,
  createWebhook,
  redeliverOwned,
  rotateOwnedSecret,
  testOwnedWebhook,
  listOwnedDeliveries,
  listWebhooks,
  deleteOwnedWebhook,
} from '../../notify/webhooks.ts'
import {
  listOwnedCallbacks,
  redeliverCallback,
  rotateCallbackSecret,
} from '../../notify/callbacks.ts'
import { withIdempotencyKey } from '../../intake/with-idempotency-key.ts'
import { Language } from '../../domain/i18n/language.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { ownerId } from '../access/authorise.ts'
import { toCaller, markReplay } from '../access/upload-client.ts'
import { serveRoute } from '../requests/serve-route.ts'
import type { Database } from '../../db/db.ts'
import type { Guard } from '../../fetch/guard.ts'

export interface NotificationRouteDeps {
  db: Database
  webhookGuard: Guard
  sendsMail: boolean
}

export function notificationRoutes(app: FastifyInstance, services: NotificationRouteDeps): void {
  const { db } = services
  callbackRoutes(app, services)

  serveRoute(app, routes.notifyBatch, ({ params, body, request }) => {
    const language = body.language ?? preferredLanguage(request)
    const { email, options } = body
    const mailRequest = { batch_id: params.id, email, language, options }
    return requestMail({ ...services, log: request.log }, ownerId(request), mailRequest)
  })

  serveRoute(app, routes.listNotices, async ({ params, request }) => ({
    notices: await listNotices({ db, log: request.log }, ownerId(request), params.id),
  }))

  serveRoute(app, routes.openUnsubscribe, async ({ params, reply }) =>
    reply.header('location', `/unsubscribe/${encodeURIComponent(params.token)}`).send(),
  )

  void app.register(async (forms) => {
    acceptForms(forms)
    serveRoute(forms, routes.unsubscribe, ({ params }) => unsubscribe(db, params.token))
  })

  serveRoute(app, routes.resubscribe, ({ params }) => resubscribe(db, params.token))

  serveRoute(app, routes.listWebhooks, async ({ request }) => ({
    webhooks: await listWebhooks(db, ownerId(request)),
  }))

  serveRoute(app, routes.createWebhook, async ({ body, request, reply }) => {
    const newWebhook = { ...body, owner_id: ownerId(request) }
    const replayable = await withIdempotencyKey(db, toCaller(request), body, (claim) =>
      createWebhook(services, newWebhook, claim),
    )
    const webhook = markReplay(reply, replayable)
    request.log.info({ owner_id: newWebhook.owner_id, webhook_id: webhook.id }, 'webhook created')
    return webhook
  })

  serveRoute(app, routes.changeWebhook, ({ params, body, request }) =>
    editWebhook({ db, log: request.log }, ownedId(request, params.id), body),
  )

  serveRoute(app, routes.testWebhook, ({ params, request }) =>
    testOwnedWebhook({ db, log: request.log }, ownerId(request), params.id),
  )

  serveRoute(app, routes.rotateWebhookSecret, async ({ params, request }) => {
    const owner_id = ownerId(request)
    const rotated = await rotateOwnedSecret({ db, log: request.log }, owner_id, params.id)
    request.log.info({ owner_id, webhook_id: params.id }, 'webhook secret rotated')
    return rotated
  })

  serveRoute(app, routes.deleteWebhook, ({ params, request }) =>
    deleteOwnedWebhook({ db, log: request.log }, ownerId(request), params.id),
  )

  serveRoute(app, routes.listDeliveries, ({ params, query, request }) =>
    listOwnedDeliveries({ db, log: request.log }, ownedId(request, params.id), query),
  )

  serveRoute(app, routes.redeliver, ({ params, request }) =>
    redeliverOwned({ db, log: request.log }, ownerId(request), params),
  )
}

function callbackRoutes(app: FastifyInstance, { db }: NotificationRouteDeps): void {
  serveRoute(app, routes.listCallbacks, ({ query, request }) =>
    listOwnedCallbacks(db, ownerId(request), query),
  )

  serveRoute(app, routes.redeliverCallback, ({ params, request }) =>
    redeliverCallback({ db, log: request.log }, ownerId(request), params.id),
  )

  serveRoute(app, routes.rotateCallbackSecret, async ({ request }) => {
    const owner_id = ownerId(request)
    const rotated = await rotateCallbackSecret(db, owner_id)
    request.log.info({ owner_id }, 'callback secret rotated')
    return rotated
  })
}

function ownedId(request: FastifyRequest, id: string): { id: string; owner_id: string } {
  return { id, owner_id: ownerId(request) }
}

/** Accepts the one-field form that mail clients send (RFC 8058), and ignores its content. */
function acceptForms(app: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: 1000 } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, _body, done) =>
    done(null, undefined),
  )
}

/** Returns the first supported language in Accept-Language. */
function preferredLanguage({ headers }: FastifyRequest): Language {
  const languages = (headers['accept-language'] ?? '')
    .split(',')
    .map((one) => one.trim().slice(0, 2))
  return Language.options.find((known) => known === languages.find(isSupported)) ?? 'en'
}

function isSupported(text: string): boolean {
  return Language.options.some((known) => known === text)
}
