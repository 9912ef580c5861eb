import type { RefObject } from 'react'

interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>
  accept: string
  onChoose: (file: File) => void
}

/** A hidden input for one file. A button opens it through the ref. */
export function FileInput({ ref, accept, onChoose }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        if (file) onChoose(file)
        // Allows the user to select the same file again after correcting it.
        currentTarget.value = ''
      }}
    />
  )
}
