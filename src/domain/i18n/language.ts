import { z } from 'zod'

/** What Docket speaks to people. */
export const Language = z.enum(['en', 'id'])
export type Language = z.infer<typeof Language>
