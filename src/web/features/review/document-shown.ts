import { storedValue } from '../../store/stored-value.ts'

/** Whether the document is shown beside the form. */
export const isDocumentShown = storedValue<boolean>('review-document', true, (stored) =>
  typeof stored === 'boolean' ? stored : undefined,
)
