import { describe, expect, it } from 'vitest'
import { maxTextLength, compile } from './pattern.ts'

function measureMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const maxMs = 300
const texts = ['a'.repeat(maxTextLength), 'a1 '.repeat(333), `${'ab'.repeat(499)}!`]

describe('a pattern runs in time linear in the text length', () => {
  it.each([
    ['repeated classes', String.raw`\w*\w*!`],
    ['optional letters', `${'a?'.repeat(30)}${'a'.repeat(30)}`],
    ['counted letters', 'a{0,20}'.repeat(8)],
    ['nested repetition', '(a+)+$'],
  ])('%s', (_, source) => {
    const pattern = compile(source)
    for (const text of texts) expect(measureMs(() => pattern.exec(text))).toBeLessThan(maxMs)
  })

  it('in 4,269 generated patterns', () => {
    const atoms = [
      'a',
      'b',
      '!',
      String.raw`\w`,
      String.raw`\d`,
      '.',
      '[a-z]',
      '(a|ab)',
      '(a*)',
      '(?:a|aa)',
    ]
    const counts = ['', '*', '+', '?', '{0,20}', '{2,9}', '*?']
    // A linear congruential generator, so that every run tests the same patterns.
    let seed = 1
    const pick = (items: readonly string[]) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return items[Math.floor((seed / 2_147_483_648) * items.length)] ?? ''
    }
    const slow: string[] = []
    for (let nth = 0; nth < 4269; nth++) {
      const parts = Array.from({ length: 2 + (nth % 5) }, () => pick(atoms) + pick(counts))
      const source = parts.join('') + pick(['', '!', '$'])
      const text = texts[nth % texts.length] ?? ''
      const pattern = compile(source)
      if (measureMs(() => pattern.exec(text)) > maxMs) slow.push(source)
    }
    expect(slow).toEqual([])
  })
})
