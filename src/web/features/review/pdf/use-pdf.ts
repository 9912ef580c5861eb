import { useEffect, useState } from 'react'
import { jobRoutes } from '../../../../domain/api/routes/jobs.ts'
import { client } from '../../../api/client.ts'
import { openPdf, type OpenPdf } from './pdf.ts'

/** Opens the PDF of a job; undefined while it loads. */
export function usePdf(jobId: string): OpenPdf | 'broken' | undefined {
  const [pdf, setPdf] = useState<OpenPdf | 'broken'>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let close: (() => void) | undefined
    async function open(): Promise<void> {
      const query = { inline: true }
      const response = await client.call(jobRoutes.jobSource, {
        params: { id: jobId },
        query,
        signal,
      })
      const pdf = await openPdf(await response.arrayBuffer())
      close = pdf.close
      if (signal.aborted) close()
      else setPdf(pdf)
    }
    open().catch(() => !signal.aborted && setPdf('broken'))
    return () => {
      controller.abort()
      close?.()
      setPdf(undefined)
    }
  }, [jobId])
  return pdf
}
