import { storedValue } from '../../store/stored-value.ts'
import { createStore } from '../../store/store.ts'

/** Mappings as somebody is changing them, by name: this device keeps them until they are saved or discarded. */
export const edits = storedValue<Readonly<Record<string, string>>>('mapping_edits', {}, (kept) => {
  if (typeof kept !== 'object' || kept === null) return undefined
  const texts = Object.entries(kept).filter(([, yaml]) => typeof yaml === 'string')
  return Object.fromEntries(texts) as Record<string, string>
})

export function setEdit(name: string, yaml: string | undefined): void {
  const { [name]: _, ...others } = edits.get()
  edits.set(yaml === undefined ? others : { ...others, [name]: yaml })
}

/** The document that mappings are tried with, one after the other. */
export const trialPdf = createStore<{ file: File; id: number } | undefined>(undefined)

let lastChoiceId = 0

/** Its bytes are taken at once: a file may change or vanish while the mapping is being written. The last choice counts. */
export async function setTrialPdf(file: File): Promise<void> {
  lastChoiceId += 1
  const id = lastChoiceId
  const copy = new File([await file.arrayBuffer()], file.name, { type: 'application/pdf' })
  if (id === lastChoiceId) trialPdf.set({ file: copy, id })
}
