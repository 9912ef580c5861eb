/** Keeps text sharp at a third of the file size of the best quality. */
const jpegQuality = 0.9

/** Converts a photo to JPEG; undefined if the browser cannot open it. */
export async function convertToJpeg(photo: File): Promise<File | undefined> {
  try {
    const bitmap = await createImageBitmap(photo)
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
    const jpeg = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', jpegQuality),
    )
    if (jpeg?.type !== 'image/jpeg') return undefined
    const name = `${photo.name.replace(/\.\w+$/, '')}.jpg`
    return new File([jpeg], name, { type: jpeg.type, lastModified: photo.lastModified })
  } catch {
    // The browser cannot decode the photo; the caller explains what to do.
    return undefined
  }
}
