import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeUnsavedChanges, loadUnsavedChanges } from './unsaved-changes.ts'

let storage: Map<string, string>
const work = { revision: 3, changes: [{ op: 'set' as const, path: 'number', value: 'X' }] }

beforeEach(() => {
  storage = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('stores changes for the next visit to the job until they are saved', () => {
  expect(storeUnsavedChanges('a', work)).toBe(true)
  expect(loadUnsavedChanges('a')).toEqual(work)
  expect(loadUnsavedChanges('b')).toBeNull()
  storeUnsavedChanges('a', null)
  expect(loadUnsavedChanges('a')).toBeNull()
})

it.each(['{', '3', '{"revision":"3"}'])('ignores %s in storage', (text) => {
  storage.set('docket.review.a', text)
  expect(loadUnsavedChanges('a')).toBeNull()
})

it('reports that the browser cannot store changes', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(storeUnsavedChanges('a', work)).toBe(false)
  expect(storeUnsavedChanges('a', null)).toBe(true)
  expect(loadUnsavedChanges('a')).toBeNull()
})
