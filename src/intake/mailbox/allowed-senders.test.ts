import { expect, it } from 'vitest'
import { isAllowedSender, parseAllowedSenders } from './allowed-senders.ts'

const allowed = parseAllowedSenders('Accounting@Example.com, @supplier.example')

it('allows addresses and whole domains, but no domain that merely has the same ending', () => {
  expect(isAllowedSender(['accounting@example.com'], allowed)).toBe(true)
  expect(isAllowedSender(['anyone@supplier.example'], allowed)).toBe(true)
  expect(isAllowedSender(['anyone@evil-supplier.example'], allowed)).toBe(false)
  expect(isAllowedSender(['other@example.com'], allowed)).toBe(false)
})

it('allows no message without a sender, or with one that is not allowed', () => {
  expect(isAllowedSender([], allowed)).toBe(false)
  expect(isAllowedSender(['accounting@example.com', 'eve@evil.example'], allowed)).toBe(false)
})
