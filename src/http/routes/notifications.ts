import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestMail, listNotices } from '../../notify/request-mail.ts'
import { resubscribe, unsubscribe } from '../../notify/unsubscribe.ts'
import {
  editWebhook,
  createWebhook,
  redeliverOwned,
  listOwnedDeliveries,
  listWebhooks,
  deleteOwnedWebhook,
} from '../../notify/webhooks.ts'
import { withIdempotencyKey } from '../../intake/with-idempotency-key.ts'
import { Language } from '../../domain/i18n/language.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { ownerOf } from '../access/identify.ts'
import { askerOf, tellReplay } from '../access/sender.ts'
import { serve } from '../requests/serve.ts'
import type { Database } from '../../db/db.ts'
import type { Guard } from '../../fetch/guard.ts'

export interface NotificationRouteDeps {
  db: Database
  urlGuard: Guard
  sendsMail: boolean
}

export function notificationRoutes(app: FastifyInstance, services: NotificationRouteDeps): void {
  const { db } = services

  serve(app, routes.notifyBatch, ({ params, body, request }) => {
    const language = body.language ?? languageOf(request)
    const wish = { batch_id: params.id, email: body.email, language }
    return requestMail({ ...services, log: request.log }, ownerOf(request), wish)
  })

  serve(app, routes.listNotices, async ({ params, request }) => ({
    notices: await listNotices({ db, log: request.log }, ownerOf(request), params.id),
  }))

  serve(app, routes.openUnsubscribe, async ({ params, reply }) =>
    reply.header('location', `/unsubscribe/${encodeURIComponent(params.token)}`).send(),
  )

  void app.register(async (forms) => {
    takeForms(forms)
    serve(forms, routes.unsubscribe, ({ params }) => unsubscribe(db, params.token))
  })

  serve(app, routes.resubscribe, ({ params }) => resubscribe(db, params.token))

  serve(app, routes.listWebhooks, async ({ request }) => ({
    webhooks: await listWebhooks(db, ownerOf(request)),
  }))

  serve(app, routes.createWebhook, async ({ body, request, reply }) => {
    const wanted = { ...body, owner_id: ownerOf(request) }
    const answered = await withIdempotencyKey(db, askerOf(request), body, (making) =>
      createWebhook(services, wanted, making),
    )
    const made = tellReplay(reply, answered)
    request.log.info({ owner_id: wanted.owner_id, webhook_id: made.id }, 'webhook created')
    return made
  })

  serve(app, routes.changeWebhook, ({ params, body, request }) =>
    editWebhook({ db, log: request.log }, mine(request, params.id), body),
  )

  serve(app, routes.deleteWebhook, ({ params, request }) =>
    deleteOwnedWebhook({ db, log: request.log }, ownerOf(request), params.id),
  )

  serve(app, routes.listDeliveries, ({ params, query, request }) =>
    listOwnedDeliveries({ db, log: request.log }, mine(request, params.id), query),
  )

  serve(app, routes.redeliver, ({ params, request }) =>
    redeliverOwned({ db, log: request.log }, ownerOf(request), params),
  )
}

function mine(request: FastifyRequest, id: string): { id: string; owner_id: string } {
  return { id, owner_id: ownerOf(request) }
}

/** Mail programs unsubscribe by a form with one known field, which tells nothing new. */
function takeForms(app: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: 1000 } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, _body, done) =>
    done(null, undefined),
  )
}

/** The first language of Accept-Language that Docket speaks. */
function languageOf({ headers }: FastifyRequest): Language {
  const asked = (headers['accept-language'] ?? '').split(',').map((one) => one.trim().slice(0, 2))
  return Language.options.find((known) => known === asked.find(isKnown)) ?? 'en'
}

function isKnown(text: string): boolean {
  return Language.options.some((known) => known === text)
}
