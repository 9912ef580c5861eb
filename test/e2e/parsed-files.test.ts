import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { findParsed as findInSource, hashYaml } from '../../src/extraction/formats/parsed-files.ts'

const built = path.resolve('dist/extraction/formats/parsed-files.js')
const { findParsed } = (await import(built)) as { findParsed: typeof findInSource }
const files = ['mappings', 'directory'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => path.join(folder, name)),
)

it.each(files)('the build has parsed %s', (file) => {
  const yaml = readFileSync(file, 'utf8')
  expect(findParsed(yaml)).toEqual(parse(yaml))
})

it('parses a changed file anew', () => {
  const yaml = `${readFileSync('directory/units.yaml', 'utf8')}\n`
  expect(findParsed(yaml)).toBeUndefined()
})

it('parses all files when running from source', () => {
  expect(findInSource(readFileSync('directory/units.yaml', 'utf8'))).toBeUndefined()
})

it('child processes use the parsed files', async () => {
  const childFile = inject('childFile')
  const program = path.resolve(childFile, '../../..')
  const copy = `${program}-with-other-files`
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(program, copy, { recursive: true })
  const mapping = readFileSync('mappings/sample_invoice_v1.yaml', 'utf8')
  const changed = { ...parse(mapping), outputs: ['csv'] }
  const parsed = { [hashYaml(mapping)]: JSON.stringify(changed) }
  writeFileSync(path.join(copy, 'parsed-files.json'), JSON.stringify(parsed))
  const child = fork(path.join(copy, path.relative(program, childFile)))
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  const reference_data = { folder: path.resolve('.') }
  const file = path.resolve('dist/web/sample.pdf')
  child.send({ kind: 'extract', file, mapping: 'auto', params: {}, folder: copy, reference_data })
  for await (const [reply] of on(child, 'message')) {
    if (reply.kind === 'loaded' || reply.kind === 'progress') continue
    expect(reply.result.outputs).toMatchObject([{ format: 'csv' }])
    break
  }
})
