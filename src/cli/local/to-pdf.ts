import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Sandbox } from '../../extraction/sandbox/sandbox.ts'
import { requireDocument } from '../io/document-file.ts'

/** Returns the path of a PDF. Converts an image to a new file in the folder. */
export async function toPdf(sandbox: Sandbox, file: string, folder: string): Promise<string> {
  const format = await requireDocument(file)
  if (format === 'pdf') return path.resolve(file)
  const target = path.join(folder, `${randomUUID()}.pdf`)
  await sandbox.convert({ file: path.resolve(file), target }, {})
  return target
}
