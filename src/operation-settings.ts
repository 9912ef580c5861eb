import { z } from 'zod'
import { text, whole } from './setting-kinds.ts'

/** Of config.ts, those by which an operator sees how Docket fares. */
export const operationSettings = {
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'What Prometheus sends as a bearer token to read /metrics, 16 characters or more; left out, the port of the web app has no /metrics.',
    )
    .meta({ example: 'what-openssl-rand-hex-32-has-printed' }),
  METRICS_PORT: whole(1, 65_535)
    .optional()
    .describe(
      'A port of its own for /metrics and /healthz, in every server role; open to all who reach it unless METRICS_TOKEN is set.',
    )
    .meta({ example: '9464' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'A collector of OpenTelemetry, reached by OTLP over HTTP; left out, no traces are kept.',
    )
    .meta({ example: 'http://collector.internal:4318' }),
  OTEL_EXPORTER_OTLP_HEADERS: text
    .optional()
    .describe('Headers for it: name=value, with commas in between.')
    .meta({ example: 'api-key=what-the-collector-wants' }),
  OTEL_SERVICE_NAME: text.default('docket').describe('What traces call this Docket.'),
  ALERT_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Where alerts are posted as JSON, once when something is wrong and once when it is well again; chats show its `text`.',
    )
    .meta({ example: 'https://chat.example.com/hooks/docket' }),
  ALERT_EMAIL: z
    .email()
    .optional()
    .describe('Whom alerts are mailed to; needs SMTP_URL or RESEND_API_KEY.')
    .meta({ example: 'ops@example.com' }),
  ALERT_QUEUE_JOBS: whole(1, 1_000_000)
    .default(100)
    .describe('Alert when more jobs than this wait.'),
  ALERT_WAIT_MINUTES: whole(1, 10_000)
    .default(15)
    .describe('Alert when a job has been waiting for longer than this.'),
  ALERT_ERROR_PERCENT: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(1)
    .describe('Alert when more of the jobs of 5 minutes failed, not counting faults of documents.'),
  ALERT_DISK_PERCENT: whole(1, 100)
    .default(90)
    .describe('Alert when the disk of the files is this full.'),
}
