import { z } from 'zod'
import { text, webUrl, wholeNumber } from './setting-types.ts'

/** Email, metrics, trace, alert and log settings. */
export const operationSettings = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server that sends emails about batches; or set RESEND_API_KEY. Requires MAIL_FROM and BASE_URL.',
    )
    .meta({ example: 'smtps://docket:secret@mail.example.com:465' }),
  RESEND_API_KEY: text
    .optional()
    .describe('API key of Resend, instead of a mail server.')
    .meta({ example: 're_key-from-resend' }),
  RESEND_URL: webUrl.default('https://api.resend.com').describe('URL of the Resend API.'),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an email address, or a name followed by the address in angle brackets',
    )
    .optional()
    .describe('Sender of emails.')
    .meta({ example: 'Docket <docket@example.com>' }),
  IMAP_URL: z
    .url({ protocol: /^imaps?$/ })
    .optional()
    .describe(
      'Mailbox whose attachments become jobs. `imaps://` uses TLS, `imap://` STARTTLS. Requires IMAP_OWNER and IMAP_ALLOWED_SENDERS.',
    )
    .meta({ example: 'imaps://invoices%40example.com:secret@mail.example.com:993' }),
  IMAP_OWNER: z
    .string()
    .regex(/^(user|session):\S+$/, 'must be the id of a user, such as user:alice')
    .optional()
    .describe('User who owns the jobs: `user:` and the subject of their tokens.')
    .meta({ example: 'user:alice' }),
  IMAP_ALLOWED_SENDERS: text
    .optional()
    .describe('Addresses and domains whose messages are read, separated by commas.')
    .meta({ example: 'accounting@example.com,@supplier.example' }),
  IMAP_FOLDER: text.default('INBOX').describe('Folder with new messages.'),
  IMAP_DONE_FOLDER: text
    .default('Docket')
    .describe('Folder for messages whose attachments became jobs; created if missing.'),
  IMAP_REJECTED_FOLDER: text
    .default('Docket rejected')
    .describe('Folder for messages that Docket does not accept; created if missing.'),
  IMAP_POLL_SECONDS: wholeNumber(5, 3600)
    .default(60)
    .describe('Seconds between checks of the mailbox.'),
  IMAP_MAX_MESSAGE_MB: wholeNumber(1, 200)
    .default(50)
    .describe('Largest message in MB, including the encoding of attachments, which adds a third.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Bearer token with which Prometheus reads /metrics, at least 16 characters. Not set: the web app does not serve /metrics.',
    )
    .meta({ example: 'the-output-of-openssl-rand-hex-32' }),
  METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe(
      'Separate port for /metrics and /healthz in every server command; without METRICS_TOKEN, it requires no credentials.',
    )
    .meta({ example: '9464' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl
    .optional()
    .describe('OpenTelemetry collector for traces (OTLP over HTTP). Not set: no traces.')
    .meta({ example: 'http://collector.internal:4318' }),
  OTEL_EXPORTER_OTLP_HEADERS: text
    .optional()
    .describe('Headers for the collector: name=value, separated by commas.')
    .meta({ example: 'api-key=key-of-the-collector' }),
  OTEL_SERVICE_NAME: text.default('docket').describe('Service name in traces.'),
  ALERT_WEBHOOK_URL: webUrl
    .optional()
    .describe(
      'URL that receives alerts as JSON, once when a problem starts and once when it ends; chat services display the field `text`.',
    )
    .meta({ example: 'https://chat.example.com/hooks/docket' }),
  ALERT_EMAIL: z
    .email()
    .optional()
    .describe('Email address that receives alerts. Requires SMTP_URL or RESEND_API_KEY.')
    .meta({ example: 'ops@example.com' }),
  ALERT_QUEUE_LENGTH: wholeNumber(1, 1_000_000)
    .default(100)
    .describe('Alert when more jobs than this are waiting.'),
  ALERT_WAIT_MINUTES: wholeNumber(1, 10_000)
    .default(15)
    .describe('Alert when a job has waited for longer than this, in minutes.'),
  ALERT_ERROR_PERCENT: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(1)
    .describe(
      'Alert when more than this percentage of the jobs in the last 5 minutes failed, not counting faulty documents.',
    ),
  ALERT_DISK_PERCENT: wholeNumber(1, 100)
    .default(90)
    .describe('Alert when the disk that stores the files is this full.'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .optional()
    .describe('Lowest level of logged messages. Not set: warn for `docket up`, info for others.')
    .meta({ example: 'debug' }),
}
