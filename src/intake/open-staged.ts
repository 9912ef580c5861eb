import type { StagedFile } from '../blobs/stage-upload.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'

interface ScratchFiles {
  newFile: () => string
  signal?: AbortSignal
  /** Network of the client. */
  client?: string | undefined
}

/** Checks that a staged document opens, and converts an image to a PDF, both in a child process. */
export async function openStaged(
  sandbox: Pick<Sandbox, 'probe' | 'convert'>,
  staged: StagedFile,
  scratch: ScratchFiles,
): Promise<StagedFile> {
  if (isImage(staged)) return convertImage(sandbox, staged, scratch)
  const { signal, client } = scratch
  await sandbox.probe(staged.file, { signal, client })
  return staged
}

/**
 * Converts an image to a PDF in a child process. Returns any other file unchanged. Docket stores and reads only the
 * PDF, whose hash identifies the document.
 */
export async function convertImage(
  { convert }: Pick<Sandbox, 'convert'>,
  staged: StagedFile,
  { newFile, signal }: ScratchFiles,
): Promise<StagedFile> {
  if (!isImage(staged)) return staged
  const target = newFile()
  const { bytes, sha256 } = await convert(
    { file: staged.file, target },
    signal === undefined ? {} : { signal },
  )
  return { file: target, bytes, sha256, isSynced: false, format: 'pdf' }
}

function isImage({ format }: StagedFile): boolean {
  return format !== undefined && format !== 'pdf'
}
