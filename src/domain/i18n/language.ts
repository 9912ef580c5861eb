import { z } from 'zod'

/** Languages of the user interface. */
export const Language = z.enum(['en', 'id'])
export type Language = z.infer<typeof Language>
