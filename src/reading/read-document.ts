import type { ExtractTask, SandboxResult } from '../extraction/sandbox/sandbox.ts'
import type { Attempt } from '../queue/attempt.ts'

export interface ReadTask extends ExtractTask {
  /** What the job is called in the logs of whoever reads it. */
  job_id: string
  owner_id: string
  sha256: string
  /** Whether the bytes came from a public address: then they are no secret of the owner's. */
  is_public: boolean
  /** Of the request that it came with, for the logs of whoever reads it. */
  request_id: string | null
}

export interface ReadRun extends Pick<Attempt, 'signal' | 'span' | 'call'> {
  onProgress: (done: number, total: number) => void
}

/**
 * Reads the PDF at `file` and writes the outputs as new files into `folder`: in child processes of our own
 * or through a gateway. Which one, a worker neither knows nor asks.
 */
export type ReadDocument = (task: ReadTask, run: ReadRun) => Promise<SandboxResult>
