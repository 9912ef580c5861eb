import { expect, it } from 'vitest'
import { filedName } from './filed-name.ts'

it.each([
  ['Kopi bubuk Country of origin: Vietnam', 'Kopi bubuk'],
  ['Kopi bubuk VIETNAM CARTON BOX 25 KG Country of origin: Vietnam', 'Kopi bubuk'],
  ['Sirup vanila Plastic drum 30 l with inliner Country of origin: Vietnam', 'Sirup vanila'],
  [
    'Sirup vanila Plastic Can. 30 l VN HS Code: 33021030 Country of origin: Vietnam',
    'Sirup vanila',
  ],
  ['Sirup vanila HS Code: 33021030', 'Sirup vanila'],
])('files %j as %j', (description, name) => {
  expect(filedName(description)).toBe(name)
})

it.each(['Kursi lipat', 'Plastic drum 30 l', 'Gula bag 25 kg', 'Country of origin: Vietnam', ''])(
  'keeps %j',
  (description) => {
    expect(filedName(description)).toBe(description)
  },
)
