import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'

async function listLoadedModules(): Promise<string[]> {
  const files = (await readdir('bench', { recursive: true })).filter((file) => file.endsWith('.ts'))
  const sources = await Promise.all(files.map((file) => readFile(path.join('bench', file), 'utf8')))
  return sources.flatMap((source) =>
    [...source.matchAll(/loadBuilt<[^>]+>\(\s*'([^']+)'/g)].map(([, name]) => name ?? ''),
  )
}

it('benchmarks load only modules that the build emits', async () => {
  const modules = await listLoadedModules()
  expect(modules.length).toBeGreaterThan(5)
  const missing = modules.filter((name) => !existsSync(path.join('src', name.replace(/js$/, 'ts'))))
  expect(missing).toEqual([])
})
