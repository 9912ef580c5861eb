import { expect, it } from 'vitest'
import { fillDown } from './paste-column.ts'

it('pastes a column down the rows and skips empty lines', () => {
  expect(fillDown(['a', 'b', 'c'], '1\r\n\r\n3\r\n')).toEqual({ a: '1', c: '3' })
  expect(fillDown(['a'], '1\n2\n3')).toEqual({ a: '1' })
  expect(fillDown(['a', 'b'], "'01\tx\n02")).toEqual({ a: '01', b: '02' })
})

it('leaves a single line to the field', () => {
  expect(fillDown(['a', 'b'], '0123456782012000\n')).toBeUndefined()
})
