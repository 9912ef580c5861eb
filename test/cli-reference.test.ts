import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { cliPage } from '../scripts/cli-reference.ts'

it('docs/cli.md is up to date; npm run cli-reference writes it', async () => {
  expect(await readFile('docs/cli.md', 'utf8')).toBe(cliPage())
})
