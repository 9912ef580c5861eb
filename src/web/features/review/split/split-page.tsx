import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { jobRoutes } from '../../../../domain/api/routes/jobs.ts'
import { client } from '../../../api/client.ts'
import { usePageTitle } from '../../../browser/use-page-title.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { buttonClass } from '../../../ui/button-class.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { MessagePage } from '../../../ui/message-page.tsx'
import { SplitPanel } from './split-panel.tsx'

/** Splits a PDF with several invoices. The user decides where each invoice begins. */
export function SplitPage() {
  const { id } = useParams({ from: '/split/$id' })
  const { data, error, refetch } = useQuery({
    queryKey: ['job', id],
    queryFn: ({ signal }) => client.call(jobRoutes.getJob, { params: { id }, signal }),
  })
  const { splitPdf, notLoaded } = reviewText()
  usePageTitle(splitPdf.title(data?.original_filename ?? ''))
  if (!data)
    return error ? (
      <div className="pt-6">
        <LoadFailure reason={notLoaded} error={error} onRetry={refetch} />
      </div>
    ) : null
  if (data.split_into === null) return <SplitPanel job={data} />
  return (
    <MessagePage heading={data.original_filename} text={splitPdf.wasSplit}>
      <Link to="/batch/$id" params={{ id: data.split_into }} className={buttonClass.primary}>
        {splitPdf.parts}
      </Link>
    </MessagePage>
  )
}
