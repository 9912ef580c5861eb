import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file that child processes run, and the loader flags that it needs. */
export interface ChildProgram {
  file: string
  loader: string[]
}

/** Returns `child.js` in a build; otherwise `child.ts`, which needs this process's loader flags. */
export function childProgram(): ChildProgram {
  const extension = path.extname(import.meta.url)
  return {
    file: fileURLToPath(new URL(`./child${extension}`, import.meta.url)),
    loader: extension === '.ts' ? process.execArgv : [],
  }
}
