import { z } from 'zod'
import { RenderedMessage } from '../../messages/message.ts'
import { paginationParams, type Route } from '../route.ts'

export const MissingNumber = z
  .object({
    name: z.string().describe('The most frequent spelling.'),
    spellings: z.array(z.string()).describe('All spellings on these invoices.'),
    role: z.enum(['seller', 'buyer']),
    invoice_count: z.int().describe('Invoices of this company that lack its number.'),
    approved_count: z.int().describe('How many of these invoices are approved.'),
    job_id: z.uuid().describe('The newest of these invoices.'),
    printed: z
      .string()
      .nullable()
      .describe(
        'NPWP on this invoice, as printed. Searched for the first 100 companies of a page.',
      ),
  })
  .meta({ id: 'MissingNumber' })
export type MissingNumber = z.infer<typeof MissingNumber>

const MissingNumbers = z
  .object({
    companies: z.array(MissingNumber).describe('Most invoices first.'),
    company_count: z.int().describe('Number of companies on all pages.'),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
  })
  .meta({ id: 'MissingNumbers' })
export type MissingNumbers = z.infer<typeof MissingNumbers>

const SavedNumbers = z
  .object({
    saved_count: z.int(),
    approved_count: z.int().describe('Approved invoices that are checked again.'),
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

/** Maximum number of companies per page, and of numbers saved per request. */
export const maxNumbers = 2000

export const missingNumberRoutes = {
  listMissingNumbers: {
    method: 'GET',
    path: '/api/parties/missing',
    tag: 'Directory',
    summary: 'List the companies whose NPWP is missing in invoices',
    query: z.object({
      ...paginationParams(z.string().max(2000), { usual: maxNumbers, most: maxNumbers }),
    }),
    success: { status: 200, body: MissingNumbers },
  },
  saveMissingNumbers: {
    method: 'POST',
    path: '/api/parties/numbers',
    budget: 'imports',
    requiresDiskSpace: true,
    tag: 'Directory',
    summary: 'Save the NPWPs of several companies',
    description:
      'Adds the companies to the directory, or completes their entries, and checks waiting invoices again. Invalid numbers are rejected one by one. An approved invoice changes only with `include_approved`; otherwise its export asks for confirmation of the new number.',
    body: z.strictObject({
      numbers: z.array(NewNumber).min(1).max(maxNumbers),
      include_approved: z
        .boolean()
        .default(false)
        .describe(
          'Also checks approved invoices that lack these numbers. They stay approved unless the check finds something new.',
        ),
    }),
    maxBodyBytes: 512 * 1024,
    success: { status: 200, body: SavedNumbers },
  },
} as const satisfies Record<string, Route>
