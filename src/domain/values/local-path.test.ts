import { expect, it } from 'vitest'
import { localPath } from './local-path.ts'

it.each(['/', '/queue', '/review/1?q=a%20b&x=//y#top'])('accepts %j', (path) => {
  expect(localPath.test(path)).toBe(true)
})

it.each([
  '',
  'queue',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  ' /queue',
])('rejects %j', (path) => {
  expect(localPath.test(path)).toBe(false)
})
