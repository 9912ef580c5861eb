import { compressFile, compressedKey } from '../blobs/compression.ts'
import type { OutputFile } from '../extraction/sandbox/messages.ts'

/** Compresses outputs for storage under keys that start with `base`. `bytes` stays the uncompressed size. */
export function compressOutputs(
  outputs: readonly OutputFile[],
  base: string,
): Promise<(OutputFile & { key: string })[]> {
  return Promise.all(
    outputs.map(async (output) => ({
      ...output,
      file: output.isCompressed ? output.file : await compressFile(output.file),
      key: compressedKey(`${base}.${output.format}`),
    })),
  )
}
