import { storedValue } from '../../store/stored-value.ts'
import { createStore } from '../../store/store.ts'

/** Unsaved edits by mapping name, which stay on this device until they are saved or discarded. */
export const edits = storedValue<Readonly<Record<string, string>>>(
  'mapping_edits',
  {},
  (stored) => {
    if (typeof stored !== 'object' || stored === null) return undefined
    const validEntries = Object.entries(stored).filter(([, yaml]) => typeof yaml === 'string')
    return Object.fromEntries(validEntries) as Record<string, string>
  },
)

export function setEdit(name: string, yaml: string | undefined): void {
  const { [name]: _, ...others } = edits.get()
  edits.set(yaml === undefined ? others : { ...others, [name]: yaml })
}

/** The PDF used to test all mappings. */
export const trialPdf = createStore<{ file: File; id: number } | undefined>(undefined)

let lastChoiceId = 0

/**
 * Sets the PDF. Copies its bytes, because the file may change or disappear. If the user selects another file during the
 * copy, that file is used.
 */
export async function setTrialPdf(file: File): Promise<void> {
  lastChoiceId += 1
  const id = lastChoiceId
  const copy = new File([await file.arrayBuffer()], file.name, { type: 'application/pdf' })
  if (id === lastChoiceId) trialPdf.set({ file: copy, id })
}
