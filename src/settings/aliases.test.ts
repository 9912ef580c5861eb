import { describe, expect, it } from 'vitest'
import { readConfig, readMisspellings } from '../config.ts'

const mail = { SMTP_URL: 'smtp://mail.example.com', BASE_URL: 'https://docket.example.com' }

describe('legacy variable names', () => {
  it.each([
    [{ GATEWAY_TIMEOUT: '120000' }, { GATEWAY_TIMEOUT_MS: 120_000 }],
    [{ GATEWAY_TIMEOUT: '180s' }, { GATEWAY_TIMEOUT_MS: 180_000 }],
    [{ GATEWAY_TIMEOUT: '3m' }, { GATEWAY_TIMEOUT_MS: 180_000 }],
    [{ POLL_INTERVAL: '500' }, { POLL_INTERVAL_MS: 500 }],
    [{ POLL_INTERVAL: '2 s' }, { POLL_INTERVAL_MS: 2000 }],
    [{ LEASE_TTL_MINUTES: '5' }, { LEASE_TTL_SECONDS: 300 }],
    [{ LEASE_TTL_MINUTES: '0.5' }, { LEASE_TTL_SECONDS: 30 }],
    [{ ...mail, NOTIFICATION_FROM_EMAIL: 'a@example.com' }, { MAIL_FROM: 'a@example.com' }],
    [{ USE_PLAYWRIGHT_CRAWLER: 'true' }, { USE_BROWSER_CRAWLER: true }],
    [{ GATEWAY_TIMEOUT: '' }, { GATEWAY_TIMEOUT_MS: 180_000 }],
  ])('are accepted: %j', (environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected)
    expect(readMisspellings(environment)).toEqual([])
  })

  it.each([
    [{ GATEWAY_TIMEOUT: '180' }, 'GATEWAY_TIMEOUT is "180". Add a unit: 180s or 180ms.'],
    [{ POLL_INTERVAL: '5' }, 'POLL_INTERVAL is "5". Add a unit: 5s or 5ms.'],
    [{ GATEWAY_TIMEOUT: 'soon' }, 'GATEWAY_TIMEOUT_MS (it is "soon")'],
    [{ LEASE_TTL_MINUTES: 'soon' }, 'LEASE_TTL_SECONDS (it is "soon")'],
    [
      { POLL_INTERVAL: '1000', POLL_INTERVAL_MS: '1000' },
      'POLL_INTERVAL and POLL_INTERVAL_MS are both set.',
    ],
  ])('are validated: %j', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})
