import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { mayImportInside } from './support/run/layers.ts'

/** Each of these folders is the only one that uses its external system. */
const adapters = ['db', 'blobs', 'cache', 'fetch', 'mail', 'identity']

/** Use cases, with the other use cases that each may import. */
const useCases: Record<string, string[]> = {
  intake: [],
  live: [],
  jobs: ['intake', 'live'],
  directory: ['intake'],
  results: ['directory', 'jobs'],
  review: ['directory', 'intake', 'jobs', 'results'],
  reading: ['directory', 'intake', 'results'],
  retention: [],
  backup: [],
  recovery: [],
  notify: ['intake', 'jobs'],
  discovery: ['reading'],
  operations: ['jobs'],
}

/** The diagram: the folders in src/ and the other folders that each may import. Every folder may import domain/. */
const mayImport: Record<string, string[]> = {
  clock: [],
  domain: [],
  extraction: ['clock'],
  db: [],
  blobs: [],
  cache: ['clock'],
  fetch: ['clock'],
  mail: ['clock'],
  queue: ['clock', 'db'],
  settings: ['blobs', 'db'],
  telemetry: ['clock', 'db'],
  alerts: ['clock', 'db'],
  identity: ['db'],
  ...Object.fromEntries(
    Object.entries(useCases).map(([name, others]) => [
      name,
      [...others, ...adapters, 'clock', 'extraction', 'queue'],
    ]),
  ),
  http: [...Object.keys(useCases), 'cache', 'identity'],
  client: [],
  mcp: ['client'],
  cli: ['client', 'extraction'],
  web: ['client'],
}

/** Folders from which a folder may import only types, to describe its dependencies. */
const typesOnly: Record<string, string[]> = { http: ['db', 'blobs', 'fetch', 'extraction'] }

/** Packages that only some folders may import. */
const packageHomes: Record<string, string[]> = {
  pg: ['db'],
  'pg-copy-streams': ['db'],
  '@aws-sdk/client-s3': ['blobs'],
  ioredis: ['cache'],
  'prom-client': ['telemetry'],
  fastify: ['http', 'app'],
  react: ['web', 'client'],
  '@embedpdf/pdfium': ['extraction'],
  'libxml2-wasm': ['extraction'],
  commander: ['cli'],
  jose: ['identity'],
  'openid-client': ['identity'],
  '@modelcontextprotocol/server': ['mcp'],
  parse5: ['discovery'],
  'nodemailer/lib/smtp-connection': ['mail'],
  imapflow: ['mail'],
  'postal-mime': ['mail'],
}

/** Packages that a server loads only if a setting or a request needs them, because loading takes time and memory. */
const lazyPackages = [
  '@aws-sdk/client-s3',
  'ioredis',
  'nodemailer/lib/smtp-connection',
  'imapflow',
  '@modelcontextprotocol/server',
]

/** app/ and commands/ wire everything up, so nothing else may import them. */
const composition = ['app', 'commands']

/** Exempt from the length limit, because a state machine whose steps call each other has to stay in one function. */
const filesWithLongFunctions = ['web/features/review/draft/autosave.ts']

const vagueFolders = /^(common|helpers?|lib|misc|services|shared|types|utils?)$/

interface LintSettings {
  rules: Record<string, unknown>
}

interface Source {
  file: string
  text: string
}

const sources: Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join('src', file), 'utf8') }))

interface Import {
  file: string
  specifier: string
  /** The imported file, or undefined for a package. */
  to: string | undefined
  isType: boolean
  /** True for `import()`. */
  isLazy: boolean
}

const imports: Import[] = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:(import type [^'\n]*|import|from) ?(\(?))'([^']+)'/g)].map(
    ([, keyword = '', bracket, specifier = '']) => ({
      file,
      specifier,
      to: specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : undefined,
      isType: keyword.startsWith('import type'),
      isLazy: bracket === '(',
    }),
  ),
)

const local = imports.filter((one): one is Import & { to: string } => one.to !== undefined)
const topFolder = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '')
const folder = (file: string) => path.dirname(file)
const show = ({ file, to }: { file: string; to: string }) => `${file} → ${to}`

describe('the architecture', () => {
  it('allows imports between folders only along the arrows', () => {
    const between = local.filter(({ file, to }) => topFolder(file) !== topFolder(to))
    expect(between.length).toBeGreaterThan(500)
    const against = between.filter(({ file, to, isType }) => {
      const [from, target] = [topFolder(file), topFolder(to)]
      if (from === '' || composition.includes(from)) return false
      const allowed = ['domain', ...(mayImport[from] ?? [])]
      return !allowed.includes(target) && !(isType && typesOnly[from]?.includes(target))
    })
    expect(against.map(show)).toEqual([])
  })

  it.each(Object.entries(mayImportInside))('respects the layers inside %s/', (name, layers) => {
    const layer = (file: string) => path.relative(name, folder(file)) || '.'
    const inside = local.filter(
      ({ file, to }) => topFolder(file) === name && topFolder(to) === name,
    )
    expect(inside.length).toBeGreaterThan(50)
    const against = inside.filter(({ file, to }) => {
      const [from, target] = [layer(file), layer(to)]
      return from !== target && !layers[from]?.includes(target)
    })
    expect(against.map(show)).toEqual([])
    const folders = sources
      .filter(({ file }) => topFolder(file) === name)
      .map(({ file }) => layer(file))
    expect([...new Set(folders)].sort()).toEqual(Object.keys(layers).sort())
  })

  it('includes every folder in src/ in the diagram', () => {
    const folders = new Set(
      sources.map(({ file }) => topFolder(file)).filter((name) => name !== ''),
    )
    expect([...folders].sort()).toEqual([...Object.keys(mayImport), ...composition].sort())
  })

  it('has no import cycle between folders, not even through types', () => {
    const arrows = new Map<string, Set<string>>()
    for (const { file, to } of local) {
      if (topFolder(file) === '' || folder(file) === folder(to)) continue
      arrows.set(folder(file), (arrows.get(folder(file)) ?? new Set()).add(folder(to)))
    }
    expect(findCycles(arrows)).toEqual([])
  })

  it('limits the size of folders and files', () => {
    const counts = new Map<string, number>()
    for (const { file } of sources) counts.set(folder(file), (counts.get(folder(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 25)).toEqual([])
    const atRoot = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isFile())
    expect(atRoot.length).toBeLessThanOrEqual(5)
    const long = sources.filter(({ text }) => text.split('\n').length > 401)
    expect(long.map(({ file }) => file)).toEqual([])
  })

  it('limits functions to 60 lines, except in the listed files', () => {
    const { rules } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as LintSettings
    expect(rules['max-lines-per-function']).toMatchObject(['error', { max: 60 }])
    const excused = sources.filter(({ text }) => text.includes('max-lines-per-function'))
    expect(excused.map(({ file }) => file)).toEqual(filesWithLongFunctions)
  })

  it('names no folder after a kind of code instead of its subject', () => {
    const names = sources.flatMap(({ file }) => folder(file).split('/'))
    expect(names.filter((name) => vagueFolders.test(name))).toEqual([])
  })

  it('keeps each external system in its own folder', () => {
    for (const [name, homes] of Object.entries(packageHomes)) {
      const users = imports.filter(({ specifier }) => specifier === name)
      expect(users.length, `somebody imports ${name}`).toBeGreaterThan(0)
      expect(
        users.map(({ file }) => topFolder(file)).filter((user) => !homes.includes(user)),
      ).toEqual([])
    }
  })

  it('starts a server without the packages that most servers do not need', () => {
    const loaded = new Set(['commands/servers.ts'])
    for (const file of loaded) {
      const atStart = imports.filter((one) => one.file === file && !one.isType && !one.isLazy)
      for (const { specifier, to } of atStart) loaded.add(to ?? specifier)
    }
    expect(loaded).toContain('fastify')
    expect(lazyPackages.filter((name) => loaded.has(name))).toEqual([])
    const known = new Set(imports.map(({ specifier }) => specifier))
    expect(lazyPackages.filter((name) => !known.has(name))).toEqual([])
  })

  it('limits the imports of domain/ to zod, so that a browser can run it', () => {
    const outside = imports.filter(({ file, to }) => topFolder(file) === 'domain' && !to)
    expect(new Set(outside.map(({ specifier }) => specifier))).toEqual(new Set(['zod']))
  })

  it('has SQL statements only in db/**/*.sql.ts', () => {
    const statement =
      /[`'"]\s*(with \w+ as|select \w+\(|select [^`'"]+ from |insert into |update \w+ set|delete from |create (table|index|database))/
    const withSql = sources.filter(({ text }) => statement.test(text)).map(({ file }) => file)
    expect(withSql.length).toBeGreaterThan(20)
    expect(withSql.filter((file) => !/^db\/.*\.sql\.ts$/.test(file))).toEqual([])
  })

  it('uses every code name in the glossary', () => {
    const glossary = readFileSync('ARCHITECTURE.md', 'utf8')
      .split('## Glossary')[1]
      ?.split('\n## ')[0]
      ?.split('\n')
    const rows = (glossary ?? []).filter((line) => line.startsWith('| ')).slice(2)
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.length).toBeLessThanOrEqual(40)
    const names = rows.flatMap((row) =>
      [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    )
    const schema = readdirSync('migrations').map((file) =>
      readFileSync(`migrations/${file}`, 'utf8'),
    )
    const code = [...schema, ...sources.map(({ text }) => text)].join('\n')
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
  })

  it('keeps the code tour under 1,000 lines', () => {
    const readme = readFileSync('README.md', 'utf8')
    const order = [...readme.matchAll(/^\d+\. \[`([^`]+)`\]/gm)].map(([, file = '']) => file)
    expect(order.length).toBeGreaterThanOrEqual(8)
    const lines = order.map((file) => readFileSync(file, 'utf8').split('\n').length)
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(1000)
  })
})

/** Returns every group of folders that import each other, directly or indirectly. */
function findCycles(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reach = new Map([...arrows.keys()].map((from) => [from, findReachable(from, arrows)]))
  const groups = [...arrows.keys()].map((from) =>
    [...(reach.get(from) ?? [])].filter((to) => reach.get(to)?.has(from)).sort(),
  )
  return [...new Set(groups.filter((group) => group.length > 1).map((group) => group.join(' ↔ ')))]
}

function findReachable(
  from: string,
  arrows: ReadonlyMap<string, ReadonlySet<string>>,
  seen = new Set<string>(),
): Set<string> {
  for (const to of arrows.get(from) ?? []) {
    if (!seen.has(to)) findReachable(to, arrows, seen.add(to))
  }
  return seen
}
