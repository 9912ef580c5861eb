import path from 'node:path'
import { SingleBar } from 'cli-progress'
import { readers, describeError } from './readers.ts'

type Outcome<T> = { value: T } | { error: unknown }

/** Processes files in parallel behind a progress bar. Outcomes are in the order of the files. */
export async function eachFile<T>(
  files: string[],
  work: (file: string, index: number) => Promise<T>,
): Promise<Outcome<T>[]> {
  const bar = new SingleBar({
    format: '{bar} {value}/{total} {file}',
    clearOnComplete: true,
    hideCursor: true,
    noTTYOutput: false,
    stream: process.stderr,
  })
  if (process.stderr.isTTY) bar.start(files.length, 0, { file: '' })
  const outcomes: Outcome<T>[] = []
  const waiting = files.entries()
  const workOn = async () => {
    for (const [index, file] of waiting) {
      outcomes[index] = await work(file, index).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      bar.increment({ file: path.basename(file) })
    }
  }
  await Promise.all(Array.from({ length: readers }, workOn))
  bar.stop()
  return outcomes
}

/** Prints each file's remarks to stderr. Returns the number of failed files. */
export function report<T>(
  files: string[],
  outcomes: Outcome<T>[],
  listRemarks: (value: T) => string[],
): number {
  for (const [index, outcome] of outcomes.entries()) {
    const remarks = 'value' in outcome ? listRemarks(outcome.value) : [describeError(outcome.error)]
    for (const remark of remarks) process.stderr.write(`${files[index]}: ${remark}\n`)
  }
  return outcomes.filter((outcome) => 'error' in outcome).length
}
