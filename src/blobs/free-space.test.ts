import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createFreeSpace } from './free-space.ts'

it('measures the fullest disk', async () => {
  // /proc is a file system without any free space.
  expect(await createFreeSpace([tmpdir(), '/proc'])()).toBe(0)
  expect(await createFreeSpace([tmpdir()])()).toBeGreaterThan(0)
})

it('measures the disk on which a missing folder will be created', async () => {
  const folder = path.join('/dev/shm', 'docket-missing', 'folder')
  const { bavail, bsize, blocks } = await statfs('/dev/shm')
  const free = await createFreeSpace([folder])()
  expect(Math.abs(free - bavail * bsize)).toBeLessThan(0.5 * blocks * bsize)
})
