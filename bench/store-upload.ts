import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { uuidv7 } from 'uuidv7'
import { fsBlobs } from '../src/blobs/fs.ts'

/** Stores a document in a data folder and returns its job, ready to be queued. */
export async function storeUpload(data: string, bytes: Uint8Array) {
  const id = uuidv7()
  const upload_key = `sources/bench/${id}.pdf`
  const file = path.join(data, 'tmp', `${id}.pdf`)
  await writeFile(file, bytes)
  await fsBlobs(path.join(data, 'blobs')).putFile(upload_key, file)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const facts = { original_filename: 'invoice.pdf', priority: 0, dependency: 'none' }
  return { id, upload_key, bytes: bytes.length, sha256, ...facts }
}
