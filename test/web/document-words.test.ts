import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { errorRules } from '../../src/domain/errors/error-rules.ts'
import { errors } from '../../src/domain/i18n/error-words-id.ts'
import { documentWords } from '../../src/domain/i18n/document-words-id.ts'
import { en } from '../../src/web/i18n/en/words.ts'
import { id } from '../../src/web/i18n/id/words.ts'

interface Tagged {
  type: 'TaggedTemplateExpression'
  tag: { name?: string }
  quasi: { quasis: { value: { cooked: string } }[] }
}

/** The text of every say`…` in a file, with {} for each slot. */
function saidIn(file: string): string[] {
  const said: string[] = []
  function walk(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    if (isSay(node)) said.push(node.quasi.quasis.map(({ value }) => value.cooked).join('{}'))
    Object.values(node).forEach(walk)
  }
  walk(parseSync(file, readFileSync(file, 'utf8')).program)
  return said
}

function isSay(node: object): node is Tagged {
  const { type, tag } = node as Partial<Tagged>
  return type === 'TaggedTemplateExpression' && tag?.name === 'say'
}

const said = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap((file) => saidIn(path.join('src', file)))

const { sentences, phrases } = documentWords
const entries = [...Object.entries(sentences), ...Object.entries(phrases)]

it('says in Indonesian whatever is told of documents, and nothing that nobody tells', () => {
  expect(said.length).toBeGreaterThan(100)
  const keys = entries.map(([english]) => english)
  expect([...new Set(said)].sort()).toEqual(keys.sort())
})

it('uses each slot of a sentence once', () => {
  const odd = entries.filter(([english, indonesian]) => {
    const places = [...indonesian.matchAll(/\{(\d*)[^}]*\}/g)].map(([, place], index) =>
      Number(place || index + 1),
    )
    const slots = english.split('{}').slice(1)
    return (
      JSON.stringify(places.sort((a, b) => a - b)) !==
      JSON.stringify(slots.map((_, index) => index + 1))
    )
  })
  expect(odd).toEqual([])
})

it('is shown as it was told in English, and in Indonesian where that has words for it', () => {
  const known = 'Line 3 was not fully understood: check its price.'
  const unknown = 'What a gateway of your own says.'
  expect([known, unknown].map(en.told)).toEqual([known, unknown])
  expect([known, unknown].map(id.told)).toEqual([
    'Baris 3 tidak sepenuhnya dipahami: periksa harganya.',
    undefined,
  ])
  expect(id.told(`a.pdf: it failed: ${errorRules.NO_TEXT.message}`)).toBe(
    `a.pdf: gagal: ${errors.NO_TEXT}`,
  )
})
