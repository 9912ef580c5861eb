import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { findParsed as findInSource } from '../../src/extraction/formats/parsed-files.ts'

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
