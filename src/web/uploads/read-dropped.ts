import { isDocumentName } from '../../domain/document/filename.ts'
import { dropText } from '../i18n/drop-text.ts'
import { announce } from '../ui/announcements.ts'
import { showToast } from '../ui/toasts.ts'

/**
 * Returns the dropped files and, from dropped folders and their subfolders, all visible documents sorted by name. Omits
 * files that the browser cannot read, and tells the user if none are left.
 */
export async function readDropped(entries: readonly (FileSystemEntry | null)[]): Promise<File[]> {
  const files = await readEntries(entries.filter((entry) => entry !== null))
  if (files.length === 0) {
    const text = dropText().nothingFound
    showToast({ text })
    announce(text)
  }
  return files
}

async function readEntries(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files = entries.map((entry) => (isFolder(entry) ? readFolder(entry) : openFile(entry)))
  return (await Promise.all(files)).flat()
}

async function readFolder(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const documents = (await listEntries(folder)).filter(
    ({ name, isFile }) => !name.startsWith('.') && (!isFile || isDocumentName(name)),
  )
  return readEntries(
    documents.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })),
  )
}

/** Reads repeatedly, because a browser lists only some entries at a time. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const next = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (next.length === 0) return found
    found.push(...next)
  }
}

function openFile(entry: FileSystemEntry): Promise<File[]> {
  return new Promise((resolve) =>
    (entry as FileSystemFileEntry).file(
      (file) => resolve([file]),
      () => resolve([]),
    ),
  )
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
