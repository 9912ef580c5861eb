import { AppError } from '../errors/app-error.ts'
import { createDetail } from '../i18n/problem-detail.ts'
import type { FilingStatus } from '../invoice/invoice.ts'
import { type Message, toStoredMessage } from '../messages/message.ts'

/** Why a document has no Coretax file. */
export interface WithheldXml {
  status: Exclude<FilingStatus, 'ready'>
  open_rules: readonly Message[]
}

/** Maximum number of rules that the error lists. The others are only counted. */
const maxRules = 5

/** Creates the error for a Coretax file that is withheld until the document is approved or corrected. */
export function createWithheldError({ status, open_rules }: WithheldXml): AppError {
  const rules = open_rules.slice(0, maxRules).map(toStoredMessage)
  const more = open_rules.length - rules.length
  const detail = createDetail('coretax_withheld', {
    can_approve: status === 'confirm',
    rules,
    more,
  })
  return new AppError('NOT_FILEABLE', detail)
}

/**
 * Returns why the document has no Coretax file, or undefined if it has a Coretax file or its mapping never writes one.
 */
export function findWithheldXml(
  filing:
    | { status?: FilingStatus | undefined; open_rules?: readonly Message[] | undefined }
    | undefined,
): WithheldXml | undefined {
  if (!filing?.status || filing.status === 'ready') return undefined
  return { status: filing.status, open_rules: filing.open_rules ?? [] }
}
