import { occursIn } from '../mapping/choose.ts'
import type { Example } from './example/example.ts'
import { countLetters } from './rules/label-phrases.ts'

const maxHeaders = 3
/** Legal forms, which are part of a company's name in some documents and missing in others. */
const legalForms =
  /^(PT|CV|UD)\.?\s+|,?\s+(GmbH|AG|KG|SARL|SAS|SA|Ltd\.?|Limited|Inc\.?|LLC|Tbk\.?|B\.?V\.?|S\.?p\.?A\.?|S\.?r\.?l\.?)$/gi

/** Chooses text that identifies the layout: the sender's name, and the longest headers that all examples have. */
export function learnMatch(examples: Example[], headers: string[]): string[] {
  const occurs = (text: string) => examples.every(({ pages }) => occursIn(pages, text))
  const common = headers
    .filter((header) => countLetters(header) > 2 && occurs(header))
    .toSorted((a, b) => b.length - a.length)
  const sender = listSenderNames(examples).find(occurs)
  return [...(sender ? [sender] : []), ...common.slice(0, maxHeaders)]
}

/** Returns the seller's full name, then the name without its legal form, then its first words. */
function listSenderNames([first]: Example[]): string[] {
  const name = first?.reading.seller.name ?? ''
  const nameWithoutForm = name.replace(legalForms, '').trim()
  const words = nameWithoutForm.split(' ')
  const names = [nameWithoutForm, words.slice(0, 3).join(' '), words.slice(0, 2).join(' ')]
  return names.filter((it) => countLetters(it) > 3)
}
