import type { Box } from '../../domain/reading/reading.ts'

/** A piece of text and where it stands. */
export interface Place {
  page: number
  box: Box
  text: string
}

export function placeOf({ page, box, text }: Place): Place {
  return { page, box, text }
}
