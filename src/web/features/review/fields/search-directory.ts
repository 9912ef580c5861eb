import type { Change, CorrectableReading } from '../../../../domain/review/change.ts'
import { directoryRoutes } from '../../../../domain/api/routes/directory.ts'
import { client } from '../../../api/client.ts'
import { reviewWords } from '../../../i18n/review-words.ts'
import type { Directory } from './fields.ts'
import { valueAt } from './field-status.ts'

/** An entry of the directory, and what choosing it for a field changes. */
export interface Choice {
  id: string
  name: string
  detail: string
  changesAt: (path: string, reading: CorrectableReading) => Change[]
}

const most = 20

export async function searchDirectory(
  directory: Directory,
  q: string,
  signal: AbortSignal,
): Promise<Choice[]> {
  const wanted = { query: { ...(q.trim() !== '' && { q: q.trim() }), limit: most }, signal }
  switch (directory) {
    case 'party': {
      const { entries } = await client.call(directoryRoutes.listParties, wanted)
      return entries.map(({ id, name, tin, address }) => ({
        id,
        name,
        detail: [tin ?? reviewWords().pick.noTin, address].filter(Boolean).join(' · '),
        changesAt: (path, reading) => partyChanges(path, { name, tin }, reading),
      }))
    }
    case 'unit': {
      const { entries } = await client.call(directoryRoutes.listUnits, wanted)
      return entries.map(({ id, code, name, aliases }) => ({
        id,
        name,
        detail: [code, ...aliases].join(', '),
        changesAt: (path) => [{ op: 'set', path, value: name }],
      }))
    }
    case 'goods': {
      const { entries } = await client.call(directoryRoutes.listGoods, wanted)
      return entries.map(({ id, code, option, descriptions, skus }) => ({
        id,
        name: `${option}${code}`,
        detail: [reviewWords().pick.goods[option], ...descriptions, ...skus].join(' · '),
        changesAt: (path) => [{ op: 'set', path, value: `${option}${code}` }],
      }))
    }
  }
}

/** A company comes with its tax number; where the page prints the same one, that stays as it is printed. */
function partyChanges(
  path: string,
  { name, tin }: { name: string; tin: string | null },
  reading: CorrectableReading,
): Change[] {
  const tinPath = path.replace(/name$/, 'tin')
  const printed = valueAt(reading, tinPath)
  const digits = typeof printed === 'string' ? printed.replace(/\D/g, '') : ''
  const isOther = tin !== null && tin !== digits.padStart(tin.length, '0')
  return [
    { op: 'set', path, value: name },
    ...(isOther ? [{ op: 'set' as const, path: tinPath, value: tin }] : []),
  ]
}
