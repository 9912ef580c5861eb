import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFolderAtomically } from './atomic-folder.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'docket-whole-'))
})
afterEach(() => rm(parent, { recursive: true }))

it('creates one folder for concurrent callers and does not leave a draft', async () => {
  const target = join(parent, 'target')
  const fill = (maker: string) => async (draft: string) => {
    await writeFile(join(draft, 'maker'), maker)
  }
  await Promise.all(['a', 'b', 'c'].map((maker) => createFolderAtomically(target, fill(maker))))
  expect(await readdir(parent)).toEqual(['target'])
  expect(['a', 'b', 'c']).toContain(await readFile(join(target, 'maker'), 'utf8'))
})

it('ignores and removes an unfinished draft, but keeps a backup', async () => {
  await mkdir(join(parent, 'target.bak'))
  await mkdir(join(parent, '.target-draft-x1y2z3'))
  await createFolderAtomically(join(parent, 'target'), (draft) =>
    writeFile(join(draft, 'whole'), ''),
  )
  expect(await readdir(parent)).toEqual(['target', 'target.bak'])
  expect(await readdir(join(parent, 'target'))).toEqual(['whole'])
})

it('leaves nothing behind when filling fails', async () => {
  const broken = createFolderAtomically(join(parent, 'target'), async (draft) => {
    await writeFile(join(draft, 'half'), '')
    throw new Error('no more paper')
  })
  await expect(broken).rejects.toThrow('no more paper')
  expect(await readdir(parent)).toEqual([])
})
