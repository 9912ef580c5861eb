import { z } from 'zod'

/** User interface languages. */
export const Language = z.enum(['en', 'id'])
export type Language = z.infer<typeof Language>
