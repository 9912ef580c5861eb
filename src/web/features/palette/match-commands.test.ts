import { expect, it } from 'vitest'
import { matchCommands } from './match-commands.ts'

const command = (label: string) => ({ id: label, label, run: () => undefined })
const groups = [
  { name: 'Go to', commands: [command('Queue'), command('Système')] },
  { name: 'Actions', commands: [command('Theme: dark'), command('Theme: light')] },
]
const labels = (text: string) =>
  matchCommands(groups, text).map(({ name, commands }) => [name, commands.map((one) => one.label)])

it('keeps every command without a text, in order', () => {
  expect(labels(' ')).toEqual([
    ['Go to', ['Queue', 'Système']],
    ['Actions', ['Theme: dark', 'Theme: light']],
  ])
})

it('keeps commands with all words, in any order and case, and drops empty groups', () => {
  expect(labels('DARK theme')).toEqual([['Actions', ['Theme: dark']]])
  expect(labels('go que')).toEqual([['Go to', ['Queue']]])
  expect(labels('nothing')).toEqual([])
})
