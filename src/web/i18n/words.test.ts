import { expect, it, onTestFinished } from 'vitest'
import { en } from './en/words.ts'
import { setLanguage, currentLanguage, words } from './words.ts'

it('speaks the language that was asked for last, though one before it takes longer to load', async () => {
  onTestFinished(() => setLanguage('en'))
  await Promise.all([setLanguage('id'), setLanguage('en')])
  expect([currentLanguage.get(), words]).toEqual(['en', en])
})
