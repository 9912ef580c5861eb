import { occursIn } from '../mapping/choose.ts'
import type { Example } from './example/example.ts'
import { countLetters } from './rules/label-phrases.ts'

const maxHeads = 3
/** Legal forms that some documents print with the company name and others omit. */
const legalForms =
  /^(PT|CV|UD)\.?\s+|,?\s+(GmbH|AG|KG|SARL|SAS|SA|Ltd\.?|Limited|Inc\.?|LLC|Tbk\.?|B\.?V\.?|S\.?p\.?A\.?|S\.?r\.?l\.?)$/gi

/** Chooses text that identifies the layout: the sender's name and the longest headers common to all examples. */
export function learnMatch(examples: Example[], heads: string[]): string[] {
  const occurs = (text: string) => examples.every(({ pages }) => occursIn(pages, text))
  const common = heads
    .filter((head) => countLetters(head) > 2 && occurs(head))
    .toSorted((a, b) => b.length - a.length)
  const sender = senderNames(examples).find(occurs)
  return [...(sender ? [sender] : []), ...common.slice(0, maxHeads)]
}

/** Returns the seller's full name, the name without its legal form, then its first words. */
function senderNames([first]: Example[]): string[] {
  const name = first?.reading.seller.name ?? ''
  const core = name.replace(legalForms, '').trim()
  const words = core.split(' ')
  const names = [core, words.slice(0, 3).join(' '), words.slice(0, 2).join(' ')]
  return names.filter((it) => countLetters(it) > 3)
}
