import { expect, it } from 'vitest'
import { createSwim } from '../../../test/support/readings/heat-sheet.ts'
import { groupBySession } from './heat-sheet.ts'

it("groups a session's swims in sheet order", () => {
  const [first, second] = [{ session: 'Saturday AM' }, { session: 'Saturday PM' }]
  const swims = [first, second, first].map((session, place) =>
    createSwim({ ...session, event_number: place + 1 }),
  )
  const sessions = groupBySession(swims, (swim) => swim)
  expect(sessions.map(({ session }) => session)).toEqual(['Saturday AM', 'Saturday PM'])
  expect(sessions.map(({ events }) => events.map((swim) => swim.event_number))).toEqual([
    [1, 3],
    [2],
  ])
})
