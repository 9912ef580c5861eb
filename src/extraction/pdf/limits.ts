export interface PdfLimits {
  pages: number
  /** Of the whole document, spaces included. */
  characters: number
}

/** Far beyond any honest document, and still read in bounded time and memory. */
export const pdfLimits: PdfLimits = { pages: 2_000, characters: 20_000_000 }
