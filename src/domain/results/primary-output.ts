import type { Job } from '../job/job.ts'
import type { OutputFormat } from '../mapping/output-formats.ts'

type Outputs = Pick<Job, 'summary'> & { outputs: readonly { format: OutputFormat }[] }

/**
 * Returns the format of a document's main output: XML for an invoice (for Coretax, or in UBL if it is not filed there),
 * a calendar for a meet, and the first output for any other document. The main output may be missing, for example while
 * the Coretax file is withheld. No other format replaces it.
 */
export function primaryFormat({ summary, outputs }: Outputs): OutputFormat | undefined {
  const has = (format: OutputFormat) => outputs.some((output) => output.format === format)
  if (summary?.kind === 'heat_sheet') return 'ics'
  if (summary?.kind !== 'invoice') return outputs[0]?.format
  const isForCoretax = has('xml') || summary.coretax !== undefined
  return isForCoretax || !has('ubl') ? 'xml' : 'ubl'
}

/**
 * True if a download in this format contains the primary output. An archive does, unless the Coretax file is withheld.
 */
export function containsPrimary(job: Outputs, format: string | undefined): boolean {
  if (format !== 'zip') return format === undefined || format === primaryFormat(job)
  const isForCoretax = job.summary?.kind === 'invoice' && job.summary.coretax !== undefined
  return !isForCoretax || job.outputs.some((output) => output.format === 'xml')
}
