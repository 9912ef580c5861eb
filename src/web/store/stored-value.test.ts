import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseOption, storedValue } from './stored-value.ts'

const colours = ['red', 'blue'] as const
let storage: Map<string, string>

beforeEach(() => {
  storage = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('restores the value when the page is opened again', () => {
  storedValue('colour', 'red', parseOption(colours)).set('blue')
  expect(storedValue('colour', 'red', parseOption(colours)).get()).toBe('blue')
})

it.each([['"green"'], ['{'], ['3']])('ignores %s in storage', (text) => {
  storage.set('docket.colour', text)
  expect(storedValue('colour', 'red', parseOption(colours)).get()).toBe('red')
})

it('keeps the value until the page closes if the browser does not store anything', () => {
  vi.stubGlobal('localStorage', undefined)
  const colour = storedValue('colour', 'red', parseOption(colours))
  colour.set('blue')
  expect(colour.get()).toBe('blue')
})
