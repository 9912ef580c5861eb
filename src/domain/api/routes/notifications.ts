import { z } from 'zod'
import { Language } from '../../i18n/language.ts'
import { MailAddress, Notice } from '../../notify/mail.ts'
import {
  DeliveriesPage,
  Delivery,
  rotationHours,
  Webhook,
  WebhookEvent,
} from '../../notify/webhook.ts'
import { MeetLinkOptions } from '../../results/share.ts'
import { idParams, noContent, type Route, toPage } from '../route.ts'

const unsubscribeToken = z.object({ token: z.string().max(200) })

export const notificationRoutes = {
  notifyBatch: {
    method: 'POST',
    path: '/api/batch/:id/notify',
    budget: 'mails',
    tag: 'Notifications',
    summary: 'Request an email when a batch is finished',
    description:
      'Sent immediately if the batch is already finished. Each address gets at most one email per batch.',
    params: idParams,
    body: z.strictObject({
      email: MailAddress,
      language: Language.optional().describe('Default: from Accept-Language.'),
      options: MeetLinkOptions.optional().describe(
        'Swimmers with which the link in the email opens.',
      ),
    }),
    success: { status: 202, body: Notice },
  },
  listNotices: {
    method: 'GET',
    path: '/api/batch/:id/notify',
    tag: 'Notifications',
    summary: "List a batch's email notifications",
    params: idParams,
    success: { status: 200, body: z.object({ notices: z.array(Notice) }) },
  },
  openUnsubscribe: {
    method: 'GET',
    path: '/api/unsubscribe/:token',
    acceptsUnknown: true,
    access: 'public',
    tag: 'Notifications',
    summary: 'Redirect to the unsubscribe page',
    description:
      'The page asks for confirmation, because programs that follow links must not unsubscribe anyone.',
    params: unsubscribeToken,
    success: { status: 303, body: 'nothing', headers: ['Location'] },
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/unsubscribe/:token',
    acceptsUnknown: true,
    access: 'public',
    tag: 'Notifications',
    summary: 'Unsubscribe the address of this link',
    description: 'One-click unsubscribe for mail clients (RFC 8058).',
    params: unsubscribeToken,
    success: noContent,
  },
  resubscribe: {
    method: 'DELETE',
    path: '/api/unsubscribe/:token',
    access: 'public',
    tag: 'Notifications',
    summary: 'Undo the unsubscribe',
    params: unsubscribeToken,
    success: noContent,
  },
  listWebhooks: {
    method: 'GET',
    path: '/api/webhooks',
    tag: 'Notifications',
    summary: 'List webhooks, newest first',
    success: { status: 200, body: z.object({ webhooks: z.array(Webhook) }) },
  },
  createWebhook: {
    method: 'POST',
    path: '/api/webhooks',
    requestHeaders: ['Idempotency-Key'],
    tag: 'Notifications',
    summary: 'Create a webhook',
    description:
      'Requests are signed according to Standard Webhooks. The secret is returned only once.',
    body: z.strictObject({
      url: z.string().max(2000),
      events: z
        .array(WebhookEvent)
        .min(1)
        .max(20)
        .default([...WebhookEvent.options]),
    }),
    success: { status: 201, body: Webhook.extend({ secret: z.string() }) },
  },
  changeWebhook: {
    method: 'PATCH',
    path: '/api/webhooks/:id',
    tag: 'Notifications',
    summary: 'Enable or disable a webhook, or change its events',
    description: 'Events while it is disabled are not sent later; pending deliveries are.',
    params: idParams,
    body: z.strictObject({
      enabled: z.boolean().optional(),
      events: z.array(WebhookEvent).min(1).max(20).optional(),
    }),
    success: { status: 200, body: Webhook },
  },
  testWebhook: {
    method: 'POST',
    path: '/api/webhooks/:id/test',
    budget: 'deliveries',
    tag: 'Notifications',
    summary: 'Send a test event to a webhook',
    description:
      'Its `type` is `webhook.test`. It is signed, retried and logged like other events.',
    params: idParams,
    success: { status: 202, body: Delivery },
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/api/webhooks/:id/rotate-secret',
    tag: 'Notifications',
    summary: 'Replace the secret of a webhook',
    description: `The new secret is returned only once. For ${rotationHours} hours, requests are signed with both secrets.`,
    params: idParams,
    success: { status: 200, body: Webhook.extend({ secret: z.string() }) },
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/api/webhooks/:id',
    tag: 'Notifications',
    summary: 'Delete a webhook and its deliveries',
    params: idParams,
    success: noContent,
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    tag: 'Notifications',
    summary: 'List deliveries of a webhook, newest first',
    params: idParams,
    query: z.object(toPage),
    success: { status: 200, body: DeliveriesPage },
  },
  redeliver: {
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/:delivery_id/redeliver',
    budget: 'deliveries',
    tag: 'Notifications',
    summary: 'Resend a delivery with the same ID',
    params: idParams.extend({ delivery_id: z.uuid() }),
    success: { status: 202, body: Delivery },
  },
  listCallbacks: {
    method: 'GET',
    path: '/api/callbacks',
    tag: 'Notifications',
    summary: 'List callbacks, newest first',
    description: 'The requests that Docket sent to the `callback_url` of your uploads.',
    query: z.object({
      batch_id: z.uuid().optional().describe('Only callbacks of this batch.'),
      job_id: z.uuid().optional().describe('Only callbacks of this job.'),
      ...toPage,
    }),
    success: { status: 200, body: DeliveriesPage },
  },
  redeliverCallback: {
    method: 'POST',
    path: '/api/callbacks/:id/redeliver',
    budget: 'deliveries',
    tag: 'Notifications',
    summary: 'Resend a callback with the same ID',
    params: idParams,
    success: { status: 202, body: Delivery },
  },
  rotateCallbackSecret: {
    method: 'POST',
    path: '/api/callbacks/rotate-secret',
    tag: 'Notifications',
    summary: 'Create or replace the secret that signs your callbacks',
    description: `One secret signs the callbacks of all your uploads. It is returned only here. For ${rotationHours} hours, callbacks are also signed with the previous secret.`,
    success: { status: 200, body: z.object({ secret: z.string() }) },
  },
} as const satisfies Record<string, Route>
