import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** The diagram: which folder of src/ may import from which. Files at the top of src/ wire them up. */
const mayImport: Record<string, string[]> = {
  clock: [],
  domain: [],
  extraction: ['clock', 'domain'],
  db: ['domain'],
  blobs: ['domain'],
  cache: ['clock', 'domain'],
  fetch: ['clock', 'domain'],
  mail: ['clock', 'domain'],
  queue: ['clock', 'domain', 'db'],
  telemetry: ['domain', 'db'],
  alerts: ['domain', 'db'],
  identity: ['domain', 'db'],
  documents: ['domain', 'extraction', 'db', 'blobs', 'cache', 'fetch', 'mail', 'queue'],
  http: ['domain', 'cache', 'identity', 'documents'],
  client: ['domain'],
  mcp: ['domain', 'client'],
  cli: ['domain', 'client', 'extraction'],
  web: ['domain', 'client'],
}

/** What only some may import from outside: a rule of the right column does not exist elsewhere. */
const packageHomes: Record<string, string[]> = {
  pg: ['db'],
  '@aws-sdk/client-s3': ['blobs'],
  ioredis: ['cache'],
  'prom-client': ['telemetry'],
  fastify: ['http', 'listen.ts'],
  react: ['web', 'client'],
  '@embedpdf/pdfium': ['extraction'],
  'libxml2-wasm': ['extraction'],
  commander: ['cli'],
  jose: ['identity'],
  '@modelcontextprotocol/server': ['mcp'],
  parse5: ['documents'],
  'nodemailer/lib/smtp-connection': ['mail'],
}

interface Source {
  file: string
  text: string
}

const sources: Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join('src', file), 'utf8') }))

const imports = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:from|import) ?\(?'([^']+)'/g)].map(([, specifier = '']) => ({
    file,
    specifier,
    to: specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : undefined,
  })),
)

const folderOf = (file: string) => file.split(path.sep)[0] ?? ''

describe('the architecture', () => {
  it('lets every import follow the arrows', () => {
    const between = imports.filter(({ file, to }) => to && folderOf(file) in mayImport)
    expect(between.length).toBeGreaterThan(50)
    const against = between.filter(({ file, to = '' }) => {
      const from = folderOf(file)
      return ![from, ...(mayImport[from] ?? [])].includes(folderOf(to))
    })
    expect(against).toEqual([])
  })

  it('has a place for every folder of src/', () => {
    const folders = new Set(
      sources.map(({ file }) => folderOf(file)).filter((name) => !/\./.test(name)),
    )
    expect([...folders].sort()).toEqual(Object.keys(mayImport).sort())
  })

  it('keeps each outside world in its own folder', () => {
    for (const [name, homes] of Object.entries(packageHomes)) {
      const users = imports.filter(({ specifier }) => specifier === name)
      expect(users.length, `somebody imports ${name}`).toBeGreaterThan(0)
      expect(
        users.map(({ file }) => folderOf(file)).filter((user) => !homes.includes(user)),
      ).toEqual([])
    }
  })

  it('lets domain/ import zod and nothing else, so that a browser can run it', () => {
    const outside = imports.filter(({ file, to }) => folderOf(file) === 'domain' && !to)
    expect(new Set(outside.map(({ specifier }) => specifier))).toEqual(new Set(['zod']))
  })

  it('has SQL statements only in db/**/*.sql.ts', () => {
    const statement =
      /[`'"]\s*(with \w+ as|select |insert into |update \w+ set|delete from |create )/i
    const withSql = sources.filter(({ text }) => statement.test(text)).map(({ file }) => file)
    expect(withSql).toContain(path.join('db', 'jobs.sql.ts'))
    expect(withSql.filter((file) => !/^db\/.*\.sql\.ts$/.test(file))).toEqual([])
  })

  it('can be read in half an hour: the newcomer’s reading order stays under 1,000 lines', () => {
    const readme = readFileSync('README.md', 'utf8')
    const order = [...readme.matchAll(/^\d+\. \[`([^`]+)`\]/gm)].map(([, file = '']) => file)
    expect(order.length).toBeGreaterThanOrEqual(8)
    const lines = order.map((file) => readFileSync(file, 'utf8').split('\n').length)
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(1000)
  })
})
