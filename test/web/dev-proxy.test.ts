import { expect, it, onTestFinished, vi } from 'vitest'
import config from '../../vite.config.ts'

it.each([
  ['', 'http://127.0.0.1:3000'],
  ['4123', 'http://127.0.0.1:4123'],
])('proxies the API to the server at PORT=%s', async (PORT, server) => {
  vi.stubEnv('PORT', PORT)
  onTestFinished(() => void vi.unstubAllEnvs())
  const proxy = { '/api': server, '/pdfjs': server }
  expect(config({ command: 'serve', mode: 'development' })).toMatchObject({ server: { proxy } })
})
