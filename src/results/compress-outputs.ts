import { pack, packedKey } from '../blobs/packed.ts'
import type { OutputFile } from '../extraction/sandbox/messages.ts'

/** Compresses outputs for storage under keys below `base`; `bytes` remains the uncompressed size. */
export function packOutputs(
  outputs: readonly OutputFile[],
  base: string,
): Promise<(OutputFile & { key: string })[]> {
  return Promise.all(
    outputs.map(async (output) => ({
      ...output,
      file: await pack(output.file),
      key: packedKey(`${base}/${output.format}`),
    })),
  )
}
