import { afterEach, expect, it, vi } from 'vitest'
import { createKeyMatcher, registerShortcuts, shortcuts } from './shortcut-registry.ts'

afterEach(() => shortcuts.set([]))

it('handles one key, and two keys in quick succession', () => {
  const [help, queue] = [vi.fn(), vi.fn()]
  registerShortcuts([
    { keys: '?', label: '', run: help },
    { keys: 'g q', label: '', run: queue },
  ])
  const press = createKeyMatcher()
  expect(press('?', 0)?.keys).toBe('?')
  expect(press('g', 100)).toBeUndefined()
  expect(press('q', 200)?.keys).toBe('g q')
  expect(press('q', 300)).toBeUndefined()
  expect(press('g', 1000)).toBeUndefined()
  expect(press('q', 9000)).toBeUndefined()
})

it("prefers the visible page's shortcuts and removes them with it", () => {
  registerShortcuts([{ keys: 'r', label: 'site', run: vi.fn() }])
  const withdraw = registerShortcuts([{ keys: 'r', label: 'page', run: vi.fn() }])
  const press = createKeyMatcher()
  expect(press('r', 0)?.label).toBe('page')
  withdraw()
  expect(press('r', 0)?.label).toBe('site')
})

it('ignores keys that a page only documents', () => {
  registerShortcuts([{ keys: 'Enter', label: 'next' }])
  expect(shortcuts.get().map(({ keys }) => keys)).toEqual(['Enter'])
  expect(createKeyMatcher()('Enter', 0)).toBeUndefined()
})
