import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fsBlobs } from '../../src/blobs/fs.ts'
import { watchSyncs } from '../support/syncs.ts'

it('answers for a file only when its folder, too, has reached the disk, whoever made it', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'docket-fs-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const fileNamed = async (name: string) => {
    await writeFile(path.join(root, name), name)
    return path.join(root, name)
  }
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const parent = path.join(root, 'blobs')
  const reached: string[] = []
  await watchSyncs(async (file) => {
    if (file === parent) await held
    reached.push(path.relative(root, file))
  })
  const blobs = fsBlobs(parent)
  const order: string[] = []
  const put = async (name: string) => {
    await blobs.putFile(`day/${name}`, await fileNamed(name), { isSynced: true })
    order.push(name)
  }
  const first = put('first')
  await expect.poll(() => existsSync(path.join(parent, 'day'))).toBe(true)
  const second = put('second')
  await expect.poll(() => existsSync(path.join(parent, 'day/second'))).toBe(true)
  expect(order).toEqual([])
  letGo()
  await Promise.all([first, second])
  expect(reached.filter((file) => file === 'blobs')).toHaveLength(1)
})
