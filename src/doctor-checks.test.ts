import { describe, expect, it } from 'vitest'
import { roomOn } from './doctor-checks.ts'

const gigabyte = 1024 ** 3

describe('disk space', () => {
  it('is enough from a gigabyte on', () => {
    expect(roomOn({ free: gigabyte, size: 40 * gigabyte })).toBe('1.0 GB of 40.0 GB free')
    expect(() => roomOn({ free: gigabyte - 1, size: 40 * gigabyte })).toThrow(/Free some/)
  })
})
