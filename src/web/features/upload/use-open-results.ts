import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { outbox } from '../../uploads/app-uploads.ts'
import { isUnderWay, type Shipment } from '../../uploads/upload-queue.ts'

/**
 * Once all has arrived, on to where it is read; what was not taken is shown first. Of what had arrived before the page
 * was opened it only shows that: so this belongs to the page and not to a part that may come later than the answer.
 */
export function useGoingOn(shipments: readonly Shipment[]): void {
  const navigate = useNavigate()
  const hadSome = useRef(false)
  const isAnyUnderWay = shipments.some(isUnderWay)
  useEffect(() => {
    if (isAnyUnderWay) {
      hadSome.current = true
      return
    }
    const arrived = shipments.flatMap(({ id, state }) =>
      state.kind === 'sent' ? [{ id, state }] : [],
    )
    const isAll = arrived.length > 0 && arrived.length === shipments.length
    const isClean = isAll && arrived.every(({ state }) => state.problems.length === 0)
    if (!hadSome.current || !isClean || outbox.get().items.length > 0) return
    const [only, ...others] = arrived
    for (const { id } of arrived) outbox.dismiss(id)
    if (only && others.length === 0) {
      void navigate({ to: '/batch/$id', params: { id: only.state.batch_id } })
    } else void navigate({ to: '/queue' })
  }, [shipments, isAnyUnderWay, navigate])
}
