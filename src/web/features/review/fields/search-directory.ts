import type { Change, CorrectableReading } from '../../../../domain/review/change.ts'
import { directoryRoutes } from '../../../../domain/api/routes/directory.ts'
import { client } from '../../../api/client.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import type { DirectoryKind } from './fields.ts'
import { valueAt } from './field-status.ts'

/** A directory entry, and the changes to make if the user selects it. */
export interface DirectoryChoice {
  id: string
  name: string
  detail: string
  changesAt: (path: string, reading: CorrectableReading) => Change[]
}

const maxChoices = 20

export async function searchDirectory(
  directory: DirectoryKind,
  q: string,
  signal: AbortSignal,
): Promise<DirectoryChoice[]> {
  const input = { query: { ...(q.trim() !== '' && { q: q.trim() }), limit: maxChoices }, signal }
  switch (directory) {
    case 'party': {
      const { entries } = await client.call(directoryRoutes.listParties, input)
      return entries.map(({ id, name, tin, address }) => ({
        id,
        name,
        detail: [tin ?? reviewText().directory.noTin, address].filter(Boolean).join(' · '),
        changesAt: (path, reading) => partyChanges(path, { name, tin }, reading),
      }))
    }
    case 'unit': {
      const { entries } = await client.call(directoryRoutes.listUnits, input)
      return entries.map(({ id, code, name, aliases }) => ({
        id,
        name,
        detail: [code, ...aliases].join(', '),
        changesAt: (path) => [{ op: 'set', path, value: name }],
      }))
    }
    case 'goods': {
      const { entries } = await client.call(directoryRoutes.listGoods, input)
      return entries.map(({ id, code, option, descriptions, skus }) => ({
        id,
        name: `${option}${code}`,
        detail: [reviewText().directory.goods[option], ...descriptions, ...skus].join(' · '),
        changesAt: (path) => [{ op: 'set', path, value: `${option}${code}` }],
      }))
    }
  }
}

/** Returns the changes that set a company. Includes the tax number, unless the document prints the same one. */
function partyChanges(
  path: string,
  { name, tin }: { name: string; tin: string | null },
  reading: CorrectableReading,
): Change[] {
  const tinPath = path.replace(/name$/, 'tin')
  const printed = valueAt(reading, tinPath)
  const digits = typeof printed === 'string' ? printed.replace(/\D/g, '') : ''
  const isDifferentTin = tin !== null && tin !== digits.padStart(tin.length, '0')
  return [
    { op: 'set', path, value: name },
    ...(isDifferentTin ? [{ op: 'set' as const, path: tinPath, value: tin }] : []),
  ]
}
