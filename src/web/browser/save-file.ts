/** Saves a response under the file name in its Content-Disposition header, and returns that name. */
export async function saveFile(response: Response, fallback: string): Promise<string> {
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="([^"]+)"/.exec(disposition)?.[1]
  const name = encoded ? decodeURIComponent(encoded) : (plain ?? fallback)
  saveBlob(await response.blob(), name)
  return name
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the blob only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
