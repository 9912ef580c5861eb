import { count } from './count.ts'

/** UI text for files dragged over the window. */
export const dropText = {
  drop: (files: number) => `Drop to add ${files > 0 ? count(files, 'file', 'files') : 'the files'}`,
  next: 'Choose the document type in the next step.',
  nothingFound: 'This folder has no readable PDFs or photos.',
}
export type DropText = typeof dropText
