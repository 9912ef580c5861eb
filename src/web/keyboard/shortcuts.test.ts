import { afterEach, expect, it, vi } from 'vitest'
import { createKeyMatcher, registerShortcuts, shortcuts } from './shortcuts.ts'

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

it('prefers the shortcuts of the visible page, and removes them with it', () => {
  registerShortcuts([{ keys: 'r', label: 'site', run: vi.fn() }])
  const withdraw = registerShortcuts([{ keys: 'r', label: 'page', run: vi.fn() }])
  const press = createKeyMatcher()
  expect(press('r', 0)?.label).toBe('page')
  withdraw()
  expect(press('r', 0)?.label).toBe('site')
})

it('leaves keys to a page that only documents them', () => {
  registerShortcuts([{ keys: 'Enter', label: 'next' }])
  expect(shortcuts.get().map(({ keys }) => keys)).toEqual(['Enter'])
  expect(createKeyMatcher()('Enter', 0)).toBeUndefined()
})
