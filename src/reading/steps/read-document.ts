import { fieldsMappingName, schemaParam } from '../../domain/mapping/mapping.ts'
import type { ExtractTask, SandboxResult } from '../../extraction/sandbox/sandbox.ts'
import type { Attempt } from '../../queue/attempt.ts'

export interface ReadTask extends ExtractTask {
  job_id: string
  owner_id: string
  sha256: string
  /** True if the bytes came from a public URL and are therefore not the owner's secret. */
  is_public: boolean
  /** False if the owner had no directory, or no learned layouts, when the job was claimed. */
  has_directory: boolean
  has_layouts: boolean
  /** The request that submitted the document; a gateway logs it. */
  request_id: string | null
}

export interface ReadRun extends Pick<Attempt, 'signal' | 'span' | 'call'> {
  onProgress: (done: number, total: number) => void
}

export interface ReadResult extends SandboxResult {
  /**
   * Version of the owner's directory that was applied, 0 if the owner has none; undefined if a directory does not
   * apply.
   */
  directory_version?: number
}

/** Reads the PDF at `file` and writes the outputs as new files into `folder`. */
export type ReadDocument = (task: ReadTask, run: ReadRun) => Promise<ReadResult>

/** True if the document was submitted with a schema, or with the mapping that takes one. */
export function asksForFields({ mapping, params }: ReadTask): boolean {
  return mapping === fieldsMappingName || (params[schemaParam] ?? '') !== ''
}

/** A pipeline step: returns a result itself, or calls the next step and may change its result. */
export type ReadStep = (next: ReadDocument) => ReadDocument
