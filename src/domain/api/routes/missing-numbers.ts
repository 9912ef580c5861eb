import { z } from 'zod'
import { RenderedMessage } from '../../messages/message.ts'
import type { Route } from '../route.ts'

export const MissingNumber = z
  .object({
    name: z.string().describe('The most frequent spelling.'),
    spellings: z.array(z.string()).describe('All spellings on waiting invoices.'),
    role: z.enum(['seller', 'buyer']),
    invoice_count: z.int().describe('Waiting invoices of this company.'),
    job_id: z.uuid().describe('The newest of these invoices.'),
    printed: z.string().nullable().describe('NPWP that this invoice prints, as printed.'),
  })
  .meta({ id: 'MissingNumber' })
export type MissingNumber = z.infer<typeof MissingNumber>

const SavedNumbers = z
  .object({
    saved_count: z.int(),
    rejected: z.array(
      z.object({
        index: z.int().describe('Position in `numbers`, from 0.'),
        errors: z.array(RenderedMessage),
      }),
    ),
  })
  .meta({ id: 'SavedNumbers' })
export type SavedNumbers = z.infer<typeof SavedNumbers>

const NewNumber = z.strictObject({
  name: z.string().trim().min(1).max(500),
  spellings: z.array(z.string().trim().min(1).max(500)).max(100).default([]),
  tin: z.string().max(100).describe('NPWP of 16 digits, or of 15 digits in the old form.'),
})
export type NewNumber = z.infer<typeof NewNumber>

export const missingNumberRoutes = {
  listMissingNumbers: {
    method: 'GET',
    path: '/api/parties/missing',
    tag: 'Directory',
    summary: 'List the companies whose NPWP is missing in waiting invoices',
    success: { status: 200, body: z.object({ companies: z.array(MissingNumber) }) },
  },
  saveMissingNumbers: {
    method: 'POST',
    path: '/api/parties/numbers',
    tag: 'Directory',
    summary: 'Save the NPWPs of several companies',
    description:
      'Adds the companies to the directory, or completes their entries, and checks waiting invoices again. Invalid numbers are rejected one by one.',
    body: z.strictObject({ numbers: z.array(NewNumber).min(1).max(2000) }),
    maxBodyBytes: 512 * 1024,
    success: { status: 200, body: SavedNumbers },
  },
} as const satisfies Record<string, Route>
