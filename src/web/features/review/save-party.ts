import { directoryRoutes } from '../../../domain/api/routes/directory.ts'
import { toAppError } from '../../../domain/errors/app-error.ts'
import { client } from '../../api/client.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { announce } from '../../ui/announcements.ts'
import { showToast } from '../../ui/toasts.ts'
import type { TaxIdentity } from './fields/review-context.ts'
import type { Review } from './draft/create-review.ts'

/** Adds the seller or buyer to the directory, rechecks the document and shows the result. */
export async function saveParty(
  review: Review,
  tinPath: string,
  numbers: TaxIdentity,
): Promise<void> {
  const { reading } = review.get().draft
  if (reading.kind !== 'invoice') return
  const isBuyer = tinPath.startsWith('buyer.')
  const name = (isBuyer ? reading.buyer : reading.seller).name ?? ''
  const address = isBuyer ? reading.buyer.address : null
  try {
    await client.call(directoryRoutes.createParty, { body: { name, ...numbers, address } })
    tell(reviewText().filed.saved(name))
    await review.recheck()
  } catch (thrown) {
    const { message, errors } = toAppError(thrown)
    tell(errors?.[0]?.detail ?? message)
  }
}

function tell(text: string): void {
  showToast({ text })
  announce(text)
}
