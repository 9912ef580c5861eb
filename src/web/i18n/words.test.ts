import { expect, it, onTestFinished } from 'vitest'
import { en } from './en/words.ts'
import { speak, spokenLanguage, words } from './words.ts'

it('speaks the language that was asked for last, though one before it takes longer to load', async () => {
  onTestFinished(() => speak('en'))
  await Promise.all([speak('id'), speak('en')])
  expect([spokenLanguage.get(), words]).toEqual(['en', en])
})
