/** Notes about origin and customs that follow the goods name. */
const origin = /\s*\b(?:country of origin|negara asal|hs code|kode hs)\s*:\s*(.*)$/is
/** A container with its size: `carton box 25 kg`. */
const packaging =
  /\s+(?:(?:plastic|plastik|steel|metal|carton|karton|paper|evoh|ex-protection)\s+)*(?:box|drum|can|bag|pail|sack|bottle|jerry ?can|dus|karung|jerigen|botol)\.?\s+\d+(?:[.,]\d+)?\s*(?:kg|g|l|ltr|liter|ml)\b.*$/is

/**
 * Returns the goods name as filed. Cuts off notes about origin or customs at the end of a description, and any
 * packaging before them. Leaves all other descriptions unchanged.
 */
export function filedName(description: string): string {
  const [notes, text = ''] = origin.exec(description) ?? []
  if (notes === undefined) return description
  const country = /\p{L}+/u.exec(text)?.[0] ?? ''
  const name = description.slice(0, description.length - notes.length).replace(packaging, '')
  const last = new RegExp(`\\s+${country}$`, 'i')
  const bare = country === '' ? name : name.replace(last, '')
  return /\p{L}{2}/u.test(bare) ? bare.trim() : description
}
