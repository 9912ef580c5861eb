import { z } from 'zod'
import { optional, text, webUrl, wholeNumber, withDefault } from './setting-types.ts'

/** Email, metrics, trace, alert and log settings. */
export const operationSettings = {
  SMTP_URL: optional(
    z.url({ protocol: /^smtps?$/ }),
    'Mail server that sends emails about batches; or set RESEND_API_KEY. Requires MAIL_FROM and BASE_URL.',
    'smtps://docket:secret@mail.example.com:465',
  ),
  RESEND_API_KEY: optional(
    text,
    'API key of Resend, instead of a mail server.',
    're_key-from-resend',
  ),
  RESEND_URL: withDefault(webUrl, 'https://api.resend.com', 'URL of the Resend API.'),
  MAIL_FROM: optional(
    z
      .string()
      .regex(
        /^(?:[^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be an email address, or a name followed by the address in angle brackets',
      ),
    'Sender of emails.',
    'Docket <docket@example.com>',
  ),
  IMAP_URL: optional(
    z.url({ protocol: /^imaps?$/ }),
    'Mailbox whose attachments become jobs. `imaps://` uses TLS, `imap://` STARTTLS. Requires IMAP_OWNER and IMAP_ALLOWED_SENDERS.',
    'imaps://invoices%40example.com:secret@mail.example.com:993',
  ),
  IMAP_OWNER: optional(
    z.string().regex(/^(user|session):\S+$/, 'must be the id of a user, such as user:alice'),
    'User who owns the jobs: `user:` and the subject of their tokens.',
    'user:alice',
  ),
  IMAP_ALLOWED_SENDERS: optional(
    text,
    'Addresses and domains whose messages are read, separated by commas.',
    'accounting@example.com,@supplier.example',
  ),
  IMAP_FOLDER: withDefault(text, 'INBOX', 'Folder with new messages.'),
  IMAP_DONE_FOLDER: withDefault(
    text,
    'Docket',
    'Folder for messages whose attachments became jobs; created if missing.',
  ),
  IMAP_REJECTED_FOLDER: withDefault(
    text,
    'Docket rejected',
    'Folder for messages that Docket does not accept; created if missing.',
  ),
  IMAP_POLL_SECONDS: withDefault(
    wholeNumber(5, 3600),
    60,
    'Seconds between checks of the mailbox.',
  ),
  IMAP_MAX_MESSAGE_MB: withDefault(
    wholeNumber(1, 200),
    50,
    'Largest message in MB, including the encoding of attachments, which adds a third.',
  ),
  METRICS_TOKEN: optional(
    z.string().min(16),
    'Bearer token with which Prometheus reads /metrics, at least 16 characters. Not set: the web app does not serve /metrics.',
    'the-output-of-openssl-rand-hex-32',
  ),
  METRICS_PORT: optional(
    wholeNumber(1, 65_535),
    'Separate port for /metrics and /healthz in every server command; without METRICS_TOKEN, it requires no credentials.',
    '9464',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    webUrl,
    'OpenTelemetry collector for traces (OTLP over HTTP). Not set: no traces.',
    'http://collector.internal:4318',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    text,
    'Headers for the collector: name=value, separated by commas.',
    'api-key=key-of-the-collector',
  ),
  OTEL_SERVICE_NAME: withDefault(text, 'docket', 'Service name in traces.'),
  ALERT_WEBHOOK_URL: optional(
    webUrl,
    'URL that receives alerts as JSON, once when a problem starts and once when it ends; chat services display the field `text`.',
    'https://chat.example.com/hooks/docket',
  ),
  ALERT_EMAIL: optional(
    z.email(),
    'Email address that receives alerts. Requires SMTP_URL or RESEND_API_KEY.',
    'ops@example.com',
  ),
  ALERT_QUEUE_LENGTH: withDefault(
    wholeNumber(1, 1_000_000),
    100,
    'Alert when more jobs than this are waiting.',
  ),
  ALERT_WAIT_MINUTES: withDefault(
    wholeNumber(1, 10_000),
    15,
    'Alert when a job has waited for longer than this, in minutes.',
  ),
  ALERT_ERROR_PERCENT: withDefault(
    z.coerce.number().min(0).max(100),
    1,
    'Alert when more than this percentage of the jobs in the last 5 minutes failed, not counting faulty documents.',
  ),
  ALERT_DISK_PERCENT: withDefault(
    wholeNumber(1, 100),
    90,
    'Alert when the disk that stores the files is this full.',
  ),
  LOG_LEVEL: optional(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    'Lowest level of logged messages. Not set: warn for `docket up`, info for others.',
    'debug',
  ),
}
