import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createKey } from '../../src/identity/api-keys.ts'
import { samplePdf, textPdf } from '../fixtures/pdfs.ts'
import { bash, docket, runToExit, temporaryFolder } from '../support/processes/command.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { readCode } from '../support/docket/guide-text.ts'

// The page has many examples, each of which starts a program.
vi.setConfig({ testTimeout: 300_000 })

describe('docs/cli.md', () => {
  it('has working examples', async () => {
    const server = await docketForTest()
    server.startWorking()
    const order = { name: 'cli', user: null, tier: 'standard', days: null } as const
    const token = await createKey(server.db, { ...order, scopes: ['read', 'write'] })
    const cwd = await temporaryFolder()
    await writeFile(path.join(cwd, 'invoice.pdf'), await samplePdf())
    execFileSync('mkdir', [path.join(cwd, 'inbox')])
    await writeFile(path.join(cwd, 'inbox/a.pdf'), await textPdf())
    const script = readCode('docs/cli.md')
      .filter(({ language }) => language === 'sh')
      .map(({ text }) => text)
      .join('\n')
    const env = { DOCKET_URL: server.url, DOCKET_TOKEN: token, HOME: cwd }
    const { code, stdout, stderr } = await bash(script, { cwd, env })
    expect(code, `${stdout.slice(-1000)}\n${stderr.slice(-2000)}`).toBe(0)
    expect(stdout).toMatch(/^LC-2026-0042$/m)
  })
})

describe('docket completion', () => {
  it('completes commands, options and choices in bash', async () => {
    const script = `source <(${process.execPath} dist/main.js completion bash)
complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _docket; echo "\${COMPREPLY[*]}"; }
complete_line docket sub
complete_line docket keys re
complete_line docket extract --for
complete_line docket extract a.pdf --format x
complete_line docket extract inv`
    const { stdout, stderr } = await runToExit('bash', ['-c', script], {})
    expect([stdout, stderr]).toEqual(['submit\nrevoke\n--format\nxml xlsx\n\n', ''])
  })

  it.for(['zsh', 'fish'])('has valid syntax for %s', async (shell, { skip }) => {
    const { code, stdout } = await docket(['completion', shell])
    expect([code, stdout]).toEqual([0, expect.stringContaining('needs-review')])
    skip(!existsSync(`/usr/bin/${shell}`), `There is no ${shell}.`)
    const file = path.join(await temporaryFolder(), 'script')
    await writeFile(file, stdout)
    expect((await runToExit(shell, ['-n', file], {})).stderr).toBe('')
  })

  it('exits with 2 for another shell', async () => {
    const { code, stderr } = await docket(['completion', 'cmd'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish')])
  })
})

describe('docket man', () => {
  it('prints a page that groff formats without a warning', async ({ skip }) => {
    const { code, stdout } = await docket(['man'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\.TH DOCKET 1 /)
    skip(!existsSync('/usr/bin/groff'), 'There is no groff.')
    const file = path.join(await temporaryFolder(), 'docket.1')
    await writeFile(file, stdout)
    const formatted = await runToExit('groff', ['-man', '-Tutf8', '-ww', file], {})
    expect(formatted.stderr).toBe('')
    // Some versions print bold letters twice, with a backspace in between.
    expect(formatted.stdout.replaceAll(/.[\b]/g, '')).toContain('EXIT STATUS')
  })
})

describe('every command', () => {
  it('accepts --json and --quiet', async () => {
    const { stdout } = await docket(['completion', 'fish'])
    const withOption = (option: string) =>
      stdout.split('\n').filter((line) => line.includes(option))
    const names = new Set([...stdout.matchAll(/from (\w+)' -l/g)].map(([, name = '']) => name))
    expect(names.size).toBeGreaterThan(15)
    expect(withOption('-l json ').length).toBe(withOption('-l quiet ').length)
    expect(withOption('-l json ').length).toBeGreaterThanOrEqual(names.size)
  })
})
