import { expect, it } from 'vitest'
import { formatAgo, formatBytes, formatSeconds, formatSpeed } from './format.ts'

/** Replaces the decimal point with the decimal separator of this machine's locale. */
function withLocalPoint(text: string): string {
  return text.replace('.', (0.5).toLocaleString().charAt(1))
}

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1536, '2 kB'],
  [48_213, '47 kB'],
  [50 * 1024 * 1024, '50 MB'],
  [5_400_000_000, '5.0 GB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(withLocalPoint(text))
})

it.each([
  [0.0404, '40 ms'],
  [1.44, '1.4 s'],
  [9.97, '10 s'],
  [59.6, '1 min 0 s'],
  [200, '3 min 20 s'],
  [7500, '2 h 5 min'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(withLocalPoint(text))
})

it.each([
  [0, 'just now'],
  [12, '12 s ago'],
  [260, '4 min ago'],
  [11_000, '3 h ago'],
  [200_000, '2 d ago'],
])('formats %d seconds ago as %s', (seconds, text) => {
  const now = Date.parse('2026-01-31T12:00:00Z')
  expect(formatAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(text)
})

it('formats a speed with its unit', () => {
  expect(formatSpeed(1_363_149)).toBe(withLocalPoint('1.3 MB/s'))
})
