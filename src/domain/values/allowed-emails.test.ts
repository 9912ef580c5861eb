import { describe, expect, it } from 'vitest'
import { isAllowedEmail, parseAllowedEmails } from './allowed-emails.ts'

describe('isAllowedEmail', () => {
  const allowed = parseAllowedEmails('Ada@Example.com, @example.org')

  it.each([
    ['ada@example.com', true],
    ['ADA@example.com', true],
    ['anyone@example.org', true],
    ['eve@example.com', false],
    ['eve@sub.example.org', false],
    ['eve@badexample.org', false],
    ['eve@example.org@evil.example', false],
    ['@example.org', true],
    [undefined, false],
    [7, false],
  ])('decides for %s', (email, isAllowed) => {
    expect(isAllowedEmail(allowed, { email, email_verified: true })).toBe(isAllowed)
  })

  it.each([false, undefined, 'true'])(
    'rejects an address whose email_verified is %s',
    (verified) => {
      expect(isAllowedEmail(allowed, { email: 'ada@example.com', email_verified: verified })).toBe(
        false,
      )
    },
  )

  it('allows everyone if there is no list', () => {
    expect(isAllowedEmail(undefined, {})).toBe(true)
  })
})

describe('parseAllowedEmails', () => {
  it.each(['example.com', 'ada@', '@', 'a@b@c.d', 'ada@example.com,', 'ada@localhost', ''])(
    'rejects "%s"',
    (list) => {
      expect(parseAllowedEmails(list)).toBeUndefined()
    },
  )
})
