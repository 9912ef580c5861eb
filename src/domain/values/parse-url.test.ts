import { expect, it } from 'vitest'
import { parseUrl } from './parse-url.ts'

it('parses URLs with non-ASCII letters, even after V8 has optimised the caller', () => {
  for (let count = 0; count < 100_000; count++) parseUrl('https://example.com/')
  expect(parseUrl('https://bücher.example/')?.hostname).toBe('xn--bcher-kva.example')
})

it('resolves against a base and returns undefined for an invalid URL', () => {
  expect(parseUrl('b?c', new URL('https://example.com/a/'))?.href).toBe('https://example.com/a/b?c')
  expect(parseUrl('https://[')).toBeUndefined()
  expect(parseUrl('relative')).toBeUndefined()
})
