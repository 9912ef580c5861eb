import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { bundleChild } from '../../../scripts/bundle-child.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The program of the sandbox's child processes. */
    childFile: string
  }
}

interface Bundle {
  folder: string
  childFile: string
}

/** Each project loads its own copy of this module, so the run's only bundle is kept here. */
const shared = globalThis as { docketChildBundle?: Promise<Bundle> }

/**
 * Global setup: bundles the sandbox's child program with parsed reference data, as the build does. From source, a child
 * needs three times the CPU time for its first document.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.docketChildBundle ??= bundle()
  const { folder, childFile } = await shared.docketChildBundle
  project.provide('childFile', childFile)
  return () => rm(folder, { recursive: true, force: true })
}

async function bundle(): Promise<Bundle> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-sandbox-'))
  const program = path.join(folder, 'program')
  await mkdir(program)
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  const parsedFiles = path.join(program, 'parsed-files.json')
  const parse = ['--import', 'tsx', 'scripts/parse-files.ts', parsedFiles]
  await Promise.all([bundleChild(program), promisify(execFile)(process.execPath, parse)])
  return { folder, childFile: path.join(program, 'extraction/sandbox/child.js') }
}
