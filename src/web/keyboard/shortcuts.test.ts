import { afterEach, expect, it, vi } from 'vitest'
import { createKeyMatcher, registerShortcuts, shortcuts } from './shortcuts.ts'

afterEach(() => shortcuts.set([]))

it('runs one key, and two within a moment of each other', () => {
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

it('prefers what the page in view offers, and forgets it with the page', () => {
  registerShortcuts([{ keys: 'r', label: 'site', run: vi.fn() }])
  const withdraw = registerShortcuts([{ keys: 'r', label: 'page', run: vi.fn() }])
  const press = createKeyMatcher()
  expect(press('r', 0)?.label).toBe('page')
  withdraw()
  expect(press('r', 0)?.label).toBe('site')
})

it('leaves keys alone that a page listens for itself and only explains', () => {
  registerShortcuts([{ keys: 'Enter', label: 'next' }])
  expect(shortcuts.get().map(({ keys }) => keys)).toEqual(['Enter'])
  expect(createKeyMatcher()('Enter', 0)).toBeUndefined()
})
