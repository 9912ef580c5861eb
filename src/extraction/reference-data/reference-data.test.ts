import { mkdtempSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { loadReferenceData, openReferenceData } from './reference-data.ts'

it('loads the vocabulary immediately to validate it, or when a child first needs it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-reference-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['mappings', 'directory']) {
    cpSync(name, path.join(folder, name), { recursive: true })
  }
  const opened = openReferenceData({ folder })
  expect(opened.vocabulary).toEqual(loadReferenceData({ folder }).vocabulary)
  expect(opened.vocabulary).toBe(opened.vocabulary)
  writeFileSync(path.join(folder, 'mappings/vocabulary/xx.yaml'), 'nonsense: true\n')
  expect(() => loadReferenceData({ folder })).toThrow('xx.yaml, line 1')
  expect(openReferenceData({ folder }).mappings.size).toBeGreaterThan(0)
})
