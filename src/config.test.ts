import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCore } from './app/core.ts'
import { readConfig } from './config.ts'

const silent = pino({ level: 'silent' })

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-config-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('TEMP_FILE_DIR', () => {
  it('holds temporary files, and defaults to a folder in DATA_DIR', async () => {
    const folder = await newFolder()
    const DATA_DIR = path.join(folder, 'data')
    const TEMP_FILE_DIR = path.join(folder, 'elsewhere', 'tmp')
    for (const [given, root] of [
      [{ DATA_DIR, TEMP_FILE_DIR }, TEMP_FILE_DIR],
      [{ DATA_DIR }, path.join(DATA_DIR, 'tmp')],
    ] as const) {
      const base = await createCore(readConfig(given), { log: silent })
      const used = await base.scratch.use(async (one) => path.dirname(one))
      await base.close()
      expect(used).toBe(root)
    }
  })

  it('is mentioned in the error when it is not writable', async () => {
    const folder = await newFolder()
    const TEMP_FILE_DIR = path.join(folder, 'file')
    await writeFile(TEMP_FILE_DIR, '')
    const config = readConfig({ DATA_DIR: folder, TEMP_FILE_DIR: path.join(TEMP_FILE_DIR, 'tmp') })
    await expect(createCore(config, { log: silent })).rejects.toThrow(
      'Set TEMP_FILE_DIR to a writable folder.',
    )
  })
})
