import { formatCount } from '../locale/locale.ts'

export function count(number: number, one: string, many: string): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`
}

export const documents = (number: number) => count(number, 'document', 'documents')
