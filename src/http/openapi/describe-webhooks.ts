import { deliveryTypes } from '../../domain/notify/webhook.ts'
import { createEventExample } from './examples.ts'

const text = { type: 'string' }
const id = { type: 'string', format: 'uuid' }
const count = { type: 'integer', minimum: 0 }

const jobFields = {
  id,
  batch_id: id,
  sequence: { type: 'integer' },
  client_reference: { type: ['string', 'null'] },
  original_filename: text,
  mapping: text,
  read_by: { type: ['string', 'null'] },
  status: { type: 'string', enum: ['complete', 'failed', 'cancelled'] },
  needs_review: { type: 'boolean' },
  error_code: { type: ['string', 'null'] },
  error_detail: { type: ['object', 'null'] },
  error_message: { type: ['string', 'null'] },
}

const batchFields = {
  id,
  client_reference: { type: ['string', 'null'] },
  status: text,
  total: count,
  complete: count,
  failed: count,
  cancelled: count,
  needs_review: count,
}

function getFields(type: string): object {
  if (type === 'webhook.test') return { webhook_id: id }
  return type === 'batch.ended' ? batchFields : jobFields
}

/** Describes the requests that Docket sends to webhooks. */
export function describeWebhooks(): Record<string, object> {
  return Object.fromEntries(
    deliveryTypes.map((type) => {
      const properties = {
        type: { const: type },
        timestamp: { type: 'string', format: 'date-time' },
        data: { type: 'object', properties: getFields(type) },
      }
      const schema = { type: 'object', required: Object.keys(properties), properties }
      const example = createEventExample(type)
      const post = {
        operationId: `receive_${type.replace('.', '_')}`,
        summary: `Event ${type}`,
        description: 'Signed according to Standard Webhooks: verify `webhook-signature` first.',
        tags: ['Notifications'],
        security: [],
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          in: 'header',
          name,
          required: true,
          schema: text,
        })),
        requestBody: { required: true, content: { 'application/json': { schema, example } } },
        responses: {
          '2XX': { description: 'Received. Any other response is retried.' },
          '410': { description: 'The webhook is disabled.' },
        },
      }
      return [type, { post }]
    }),
  )
}
