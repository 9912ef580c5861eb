import { SingleBar } from 'cli-progress'
import type { Input } from '../io/inputs.ts'
import { forEachInOrder } from '../io/sequence.ts'

export interface EachOptions {
  /** Number of documents read in parallel. */
  jobs: number
  hasProgress: boolean
}

/** Reads documents in parallel with a progress bar, and finishes them in their original order. */
export async function forEachFile<Read, Result>(
  inputs: readonly Input[],
  { jobs, hasProgress }: EachOptions,
  read: (input: Input) => Promise<Read>,
  finish: (input: Input, reading: Promise<Read>) => Promise<Result>,
): Promise<Result[]> {
  const bar = new SingleBar({
    format: '{bar} {value}/{total} {file}',
    clearOnComplete: true,
    hideCursor: true,
    noTTYOutput: false,
    stream: process.stderr,
  })
  if (hasProgress) bar.start(inputs.length, 0, { file: '' })
  try {
    return await forEachInOrder(inputs, jobs, read, async (input, reading) => {
      const result = await finish(input, reading)
      bar.increment({ file: input.filename })
      return result
    })
  } finally {
    bar.stop()
  }
}
