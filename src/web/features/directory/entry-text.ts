import { directoryText } from '../../i18n/directory-text.ts'
import type { DirectoryEntry } from './entry-draft.ts'

export function entryTitle(entry: DirectoryEntry): string {
  if ('option' in entry) return `${entry.option}${entry.code}`
  return entry.name
}

/** Returns the details to show below the title, and the names by which documents refer to this entry. */
export function entryFacts(entry: DirectoryEntry): { facts: string[]; names: string[] } {
  const messages = directoryText()
  if ('option' in entry) {
    const { option, unit, skus, hs_codes, descriptions } = entry
    const facts = [messages.kinds[option], unit].filter((fact) => fact !== null)
    return { facts, names: [...descriptions, ...skus, ...hs_codes] }
  }
  if ('code' in entry) return { facts: [entry.code], names: entry.aliases }
  const { document, tin, document_number, country, address, aliases, codes } = entry
  const number = document === 'TIN' ? tin : `${document} ${document_number ?? ''}`
  const facts = [number, country === 'IDN' ? null : country, address]
  const numbers = codes.map(({ seller, code }) => messages.codeAtSeller(seller, code))
  return { facts: facts.filter((fact) => fact !== null), names: [...aliases, ...numbers] }
}
