import { pack, packedKey } from '../blobs/packed.ts'
import type { OutputFile } from '../extraction/sandbox/messages.ts'

/** Outputs as they are to be stored, each under a key below `base`. `bytes` stays what a person downloads. */
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
