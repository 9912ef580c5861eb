/** What is told of documents in one language: by the English that `say` marks, with `{}` for each slot. */
export interface Dictionary {
  /**
   * Slots are taken over as they are, `{number}` as this language writes numbers, `{words}` by what `phrases` says,
   * `{names}` each as it is or by a phrase, `{told}` as a sentence of its own if it is known. Where their order differs
   * they are counted: `{2}`, `{1 words}`.
   */
  sentences: Readonly<Record<string, string>>
  /** What fills slots. */
  phrases: Readonly<Record<string, string>>
  /** `1,234.5` as this language writes it. */
  number: (english: string) => string
}

type Translate = (english: string) => string | undefined

const slotIn = /\{(\d*) ?(number|words|names|told|)\}/g
const numeric = '-?\\d[\\d.,]*'
const isNumber = new RegExp(`^${numeric}$`)

/** Says in another language what was told in English; nothing where that knows no words for it. */
export function translator({ sentences, phrases, number }: Dictionary): Translate {
  const phrase = translateBy(phrases, fill)
  const sentence = translateBy(sentences, fill)
  const told = (english: string) => inTurn(sentence, english) ?? sentence(english)

  function fill(slot: string, kind: string): string | undefined {
    switch (kind) {
      case 'number':
        return number(slot)
      case 'words':
        return isNumber.test(slot) ? number(slot) : phrase(slot)
      case 'names':
        return slot
          .split('; ')
          .map((name) => phrase(name) ?? name)
          .join('; ')
      case 'told':
        return told(slot) ?? slot
      default:
        return slot
    }
  }

  return told
}

/** Several sentences may be told as one text: each ends where one is complete. A full stop in a slot is no end. */
function inTurn(sentence: Translate, english: string): string | undefined {
  const told: string[] = []
  let from = 0
  for (const { index, 0: end } of english.matchAll(/[.?] |$/g)) {
    const said = sentence(english.slice(from, index + 1))
    if (said === undefined) continue
    told.push(said)
    from = index + end.length
  }
  return from === english.length ? told.join(' ') : undefined
}

type Fill = (slot: string, kind: string) => string | undefined

/** Entries that say most by themselves come first: a slot of others may hold the same words. */
function translateBy(entries: Readonly<Record<string, string>>, fill: Fill): Translate {
  const weight = ([english]: [string, string]) => english.replaceAll('{}', '').length
  const plain = new Map(Object.entries(entries).filter(([english]) => !english.includes('{}')))
  const rules = Object.entries(entries)
    .filter(([english]) => !plain.has(english))
    .toSorted((a, b) => weight(b) - weight(a))
    .map(([english, said]) => ruleOf(english, said, fill))
  return (english) => {
    const known = plain.get(english)
    if (known !== undefined) return known
    for (const rule of rules) {
      const said = rule(english)
      if (said !== undefined) return said
    }
    return undefined
  }
}

function ruleOf(english: string, said: string, fill: Fill): Translate {
  const slots = [...said.matchAll(slotIn)].map(([, place = '', kind = ''], index) => ({
    place: Number(place || index + 1),
    kind,
  }))
  const literals = english.split('{}').map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const patternOf = (literal: string, place: number) => {
    const isNumeric = slots.some((slot) => slot.place === place && slot.kind === 'number')
    return place === 0 ? literal : `(${isNumeric ? numeric : '.*?'})${literal}`
  }
  const pattern = new RegExp(`^${literals.map(patternOf).join('')}$`, 's')
  return (text) => {
    const found = pattern.exec(text)
    const filled = found && slots.map(({ place, kind }) => fill(found[place] ?? '', kind))
    if (!filled || filled.includes(undefined)) return undefined
    let next = 0
    return said.replace(slotIn, () => filled[next++] ?? '')
  }
}
