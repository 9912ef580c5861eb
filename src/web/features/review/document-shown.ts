import { storedValue } from '../../store/stored-value.ts'

/** Whether the form has the document beside it. */
export const isDocumentShown = storedValue<boolean>('review-document', true, (stored) =>
  typeof stored === 'boolean' ? stored : undefined,
)
