import { open } from 'node:fs/promises'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import { type Directories, directoryFile } from '../directory/owner-directory.ts'
import type { ReadDocument } from './read-document.ts'

/**
 * Reads as `read` does, and then with what the owner keeps: companies, units and goods, and what was learned from their
 * corrections. Done here, whoever has read the document: no gateway need know anyone's directory.
 */
export function withOwnDirectory(
  read: ReadDocument,
  { directories, rewrite }: { directories: Directories; rewrite: Sandbox['rewrite'] },
): ReadDocument {
  return async (task, run) => {
    const result = await read(task, run)
    const { folder, params } = task
    const json = result.outputs.find(({ format }) => format === 'json')
    const own = json && (await directoryFile(directories, task.owner_id, folder))
    if (!own || !(await isInvoice(json.file))) return result
    const formats = result.outputs.map(({ format }) => format)
    const order = { mapping: result.mapping, params, formats, changes: [], is_approved: false }
    const rewritten = await rewrite({ file: json.file, folder, own, ...order, is_new: true })
    const { outputs, review_reasons, summary } = rewritten
    return { ...result, outputs, review_reasons, summary }
  }
}

/** By its first words: a long document is not read as a whole only to be passed over. */
async function isInvoice(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0)
    return /^\s*\{\s*"kind":\s*"invoice"/.test(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await handle.close()
  }
}
