import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const folder = 'dist/web'
const limit = 150_000

/** Returns the upload page and every script and style it references. */
function firstLoad(): string[] {
  const page = readFileSync(`${folder}/index.html`, 'utf8')
  const named = page.matchAll(/(?:src|href)="(\/(?:assets\/|boot)[^"]+)"/g)
  return ['/index.html', ...[...named].map(([, file = '']) => file)]
}

it('loads the upload page with less than 150 kB', () => {
  const sizes = Object.fromEntries(
    firstLoad().map((file) => [file, gzipSync(readFileSync(folder + file)).length]),
  )
  expect(Object.keys(sizes).filter((file) => file.endsWith('.js')).length).toBeGreaterThan(2)
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
  expect(total, JSON.stringify(sizes, null, 2)).toBeLessThan(limit)
})

it('does not send requests to third parties', () => {
  const page = readFileSync(`${folder}/index.html`, 'utf8')
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  expect(page).not.toMatch(/<script>|<style/)
})

it('contains no schemas and no schema library', () => {
  const scripts = readdirSync(`${folder}/assets`).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  // Schemas contain this code in quotes. The message catalogue contains it without quotes.
  const withSchemas = scripts.filter((name) =>
    /['"`]looks_like['"`]|strictObject/.test(readFileSync(`${folder}/assets/${name}`, 'utf8')),
  )
  expect(withSchemas).toEqual([])
})

it('loads the PDF renderer only on the page that needs it', () => {
  const worker = readFileSync(`${folder}/sw.js`, 'utf8')
  expect(worker).toContain('/assets/review-page')
  expect(worker).not.toMatch(/\/assets\/pdf|\/pdfjs\//)
  expect(readdirSync(`${folder}/assets`).filter((name) => /^pdf.*js$/.test(name))).toHaveLength(2)
})
