import { expect, it } from 'vitest'
import { indentAt, parseName, nextName, lineRange, renameMapping } from './mapping-text.ts'

const yaml = 'name: my_layout_v1 # mine\ntitle: Mine\nfields:\n  name: x\n  number: No\n'

it('finds and changes only the name of a mapping', () => {
  expect(parseName(yaml)).toBe('my_layout_v1')
  expect(parseName("name: 'my_layout_v2'\n")).toBe('my_layout_v2')
  expect(parseName('title: x\n')).toBe(undefined)
  expect(parseName('name:\n')).toBe(undefined)
  expect(renameMapping(yaml, 'other_v1')).toBe(yaml.replace('my_layout_v1 # mine', 'other_v1'))
  expect(renameMapping('title: x\n', 'other_v1')).toBe('name: other_v1\ntitle: x\n')
  expect(nextName('my_layout_v9')).toBe('my_layout_v10')
})

it('finds the position and the indentation of a line', () => {
  expect(yaml.slice(...lineRange(yaml, 2))).toBe('title: Mine')
  expect(lineRange('a\nb', 9)).toEqual([3, 3])
  expect(indentAt(yaml, yaml.indexOf('number') + 3)).toBe('  ')
  expect(indentAt(yaml, 3)).toBe('')
})
