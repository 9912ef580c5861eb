import { expect, it } from 'vitest'
import type { Word } from '../../../domain/reading/reading.ts'
import { joinFragments } from './join-fragments.ts'

const word = (text: string, left: number, right: number): Word => ({
  text,
  box: [left, 0, right, 10],
  baseline: 10,
  font_size: 10,
})
const read = (...words: Word[]) =>
  joinFragments([{ number: 1, width: 600, height: 800, text: '', words }]).flatMap((page) =>
    page.words.map(({ text }) => text),
  )

it('joins parts of a word, but neither words nor cells', () => {
  expect(read(word('Alber', 0, 25), word('te', 25.8, 35))).toEqual(['Alberte'])
  expect(read(word('Alber', 0, 25), word('te', 27.5, 35))).toEqual(['Alber', 'te'])
  expect(read(word('Alber', 0, 25), word('Tee', 25.8, 35))).toEqual(['Alber', 'Tee'])
  expect(read({ ...word('van', 0, 25), trailing_space: true }, word('den', 25.8, 35))).toEqual([
    'van',
    'den',
  ])
})
