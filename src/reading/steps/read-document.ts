import { fieldsMappingName, schemaParam } from '../../domain/mapping/mapping.ts'
import type { ExtractTask, SandboxResult } from '../../extraction/sandbox/sandbox.ts'
import type { Attempt } from '../../queue/attempt.ts'

export interface ReadTask extends ExtractTask {
  job_id: string
  owner_id: string
  sha256: string
  /** True if the document came from a public URL and is therefore not confidential. */
  is_public: boolean
  /** False if the owner had neither a directory nor learned layouts when the job was claimed. */
  has_directory: boolean
  has_layouts: boolean
  /** ID of the upload request, which a gateway logs. */
  request_id: string | null
}

export interface ReadRun extends Pick<Attempt, 'signal' | 'span' | 'call'> {
  onProgress: (done: number, total: number) => void
}

export interface ReadResult extends SandboxResult {
  /**
   * Version of the owner's directory that was applied, or 0 if the owner has none. Undefined if directories do not
   * apply.
   */
  directory_version?: number
}

/** Reads the PDF at `file`, and writes the outputs to new files in `folder`. */
export type ReadDocument = (task: ReadTask, run: ReadRun) => Promise<ReadResult>

/** True if the document was submitted with a schema, or with the mapping that requires one. */
export function asksForFields({ mapping, params }: ReadTask): boolean {
  return mapping === fieldsMappingName || (params[schemaParam] ?? '') !== ''
}

/** A step in the pipeline. It either returns a result itself, or calls the next step and may change its result. */
export type ReadStep = (next: ReadDocument) => ReadDocument
