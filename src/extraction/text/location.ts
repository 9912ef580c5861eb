import type { Box } from '../../domain/reading/reading.ts'

/** Text with its page and bounding box. */
export interface TextLocation {
  page: number
  box: Box
  text: string
}

export function toLocation({ page, box, text }: TextLocation): TextLocation {
  return { page, box, text }
}
