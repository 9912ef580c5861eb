export interface PdfLimits {
  pages: number
  /** Maximum number of characters in the whole document, including spaces. */
  characters: number
}

/** Well above any real document's size, yet low enough to bound time and memory. */
export const pdfLimits: PdfLimits = { pages: 2_000, characters: 20_000_000 }
