import { z } from 'zod'
import { Language } from '../../i18n/language.ts'
import { MailAddress, Notice } from '../../notify/mail.ts'
import { Delivery, Webhook, WebhookEvent } from '../../notify/webhook.ts'
import { pageOf, type Route } from '../route.ts'

const batchId = z.object({ id: z.uuid() })
const webhookId = z.object({ id: z.uuid() })
const unsubscribeToken = z.object({ token: z.string().max(200) })

export const DeliveriesPage = z.object({
  deliveries: z.array(Delivery),
  next_cursor: z.string().nullable(),
})
export type DeliveriesPage = z.infer<typeof DeliveriesPage>

export const notificationRoutes = {
  notifyBatch: {
    method: 'POST',
    path: '/api/batch/:id/notify',
    budget: 'mails',
    tag: 'Notifications',
    summary: 'Have an e-mail sent when a batch has ended',
    description:
      'At once where it has ended already. The same address hears of a batch once, however often it is given.',
    params: batchId,
    body: z.strictObject({
      email: MailAddress,
      language: Language.optional().describe('Left out: what Accept-Language asks for.'),
    }),
    success: { status: 202, body: Notice },
  },
  listNotices: {
    method: 'GET',
    path: '/api/batch/:id/notify',
    tag: 'Notifications',
    summary: 'Who is told by e-mail when a batch has ended',
    params: batchId,
    success: { status: 200, body: z.object({ notices: z.array(Notice) }) },
  },
  openUnsubscribe: {
    method: 'GET',
    path: '/api/unsubscribe/:token',
    access: 'public',
    tag: 'Notifications',
    summary: 'Where the link in the head of an e-mail leads those who open it',
    description:
      'To a page that asks first: programs follow links, and must not unsubscribe anyone.',
    params: unsubscribeToken,
    success: { status: 303, body: 'nothing', tells: ['Location'] },
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/unsubscribe/:token',
    access: 'public',
    tag: 'Notifications',
    summary: 'Send no more e-mails to the address that got this link',
    description: 'What mail programs do at the press of their button (RFC 8058).',
    params: unsubscribeToken,
    success: { status: 204, body: 'nothing' },
  },
  resubscribe: {
    method: 'DELETE',
    path: '/api/unsubscribe/:token',
    access: 'public',
    tag: 'Notifications',
    summary: 'Take that back',
    params: unsubscribeToken,
    success: { status: 204, body: 'nothing' },
  },
  listWebhooks: {
    method: 'GET',
    path: '/api/webhooks',
    tag: 'Notifications',
    summary: 'List my webhooks, newest first',
    success: { status: 200, body: z.object({ webhooks: z.array(Webhook) }) },
  },
  createWebhook: {
    method: 'POST',
    path: '/api/webhooks',
    honours: ['Idempotency-Key'],
    tag: 'Notifications',
    summary: 'Have an address of mine told what happens to my jobs',
    description:
      'Signed as Standard Webhooks say. The answer is the one time that the secret is shown.',
    body: z.strictObject({
      url: z.string().max(2000),
      events: z
        .array(WebhookEvent)
        .min(1)
        .default([...WebhookEvent.options]),
    }),
    success: { status: 201, body: Webhook.extend({ secret: z.string() }) },
  },
  changeWebhook: {
    method: 'PATCH',
    path: '/api/webhooks/:id',
    tag: 'Notifications',
    summary: 'Switch a webhook off or on again, or change what it is told',
    description: 'What happens while it is off is not told later; what was to be told before is.',
    params: webhookId,
    body: z.strictObject({
      enabled: z.boolean().optional(),
      events: z.array(WebhookEvent).min(1).optional(),
    }),
    success: { status: 200, body: Webhook },
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/api/webhooks/:id',
    tag: 'Notifications',
    summary: 'Delete a webhook and its log',
    params: webhookId,
    success: { status: 204, body: 'nothing' },
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    tag: 'Notifications',
    summary: 'What a webhook was told, and what it answered, newest first',
    params: webhookId,
    query: z.object(pageOf),
    success: { status: 200, body: DeliveriesPage },
  },
  redeliver: {
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/:delivery_id/redeliver',
    tag: 'Notifications',
    summary: 'Send it again, with the same id',
    params: webhookId.extend({ delivery_id: z.uuid() }),
    success: { status: 202, body: Delivery },
  },
} as const satisfies Record<string, Route>
