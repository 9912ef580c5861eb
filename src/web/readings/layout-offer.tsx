import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GraduationCap } from 'lucide-react'
import { useState } from 'react'
import { layoutRoutes, type LayoutOffer as Offer } from '../../domain/api/routes/layouts.ts'
import { client } from '../api/client.ts'
import { layoutsQuery } from '../api/layouts-query.ts'
import { reviewText } from '../i18n/review-text.ts'
import { announce } from '../ui/announcements.ts'
import { buttonClass } from '../ui/button-class.ts'
import { ConfirmButtons } from '../ui/action-button.tsx'

/** True if a layout can be learned from this kind of document. */
export function canLearnFrom({ kind }: { kind: string }): boolean {
  return kind === 'invoice' || kind === 'fields'
}

/** Offers to read later documents from the same sender like this one. Renders nothing if no layout can be learned. */
export function LayoutOffer({ jobId }: { jobId: string }) {
  const { data: offer } = useQuery({
    queryKey: ['layout-offer', jobId],
    queryFn: ({ signal }) =>
      client.call(layoutRoutes.offerLayout, { params: { id: jobId }, signal }),
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  })
  const [isDeclined, setIsDeclined] = useState(false)
  if (!offer || isDeclined) return null
  return (
    <div className="mt-3 border-t border-line pt-3 text-ink">
      {offer.is_saved ? (
        <SavedLayout offer={offer} />
      ) : (
        <LayoutQuestion jobId={jobId} offer={offer} onDecline={() => setIsDeclined(true)} />
      )}
    </div>
  )
}

function SavedLayout({ offer }: { offer: Offer }) {
  const { layout: messages } = reviewText()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="min-w-0 wrap-anywhere">{messages.saved(offer.seller)}</span>
      <Link to="/mappings/$name" params={{ name: offer.name }} className={buttonClass.small}>
        {messages.view}
      </Link>
    </p>
  )
}

function LayoutQuestion({
  jobId,
  offer,
  onDecline,
}: {
  jobId: string
  offer: Offer
  onDecline: () => void
}) {
  const { layout: messages } = reviewText()
  const queries = useQueryClient()
  const accept = useMutation({
    mutationFn: () => client.call(layoutRoutes.acceptLayout, { params: { id: jobId } }),
    async onSuccess() {
      queries.setQueryData(['layout-offer', jobId], { ...offer, is_saved: true })
      await queries.invalidateQueries({ queryKey: layoutsQuery.queryKey })
      announce(messages.saved(offer.seller))
    },
  })
  const question = offer.is_refinement ? messages.refine : messages.question
  return (
    <>
      <p className="flex items-start gap-2 font-medium">
        <GraduationCap aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{question(offer.seller)}</span>
      </p>
      <p className="pt-1 text-sm text-ink-soft">{messages.hint(offer.document_count)}</p>
      <ConfirmButtons
        mutation={accept}
        confirm={messages.accept}
        cancel={messages.decline}
        onCancel={onDecline}
        className="gap-2 pt-2"
        errorClassName="pt-1 text-sm"
      />
    </>
  )
}
