import { expect, it } from 'vitest'
import { findCourse } from './course.ts'

it.each([
  [['Girls 11-12 50 Yard Freestyle', 'Boys 13 & Over 100 Yard IM'], '', 'SCY'],
  [['Women 50 LC Meter Freestyle'], '', 'LCM'],
  [['Women 50 SC Meter Freestyle'], '', 'SCM'],
  [['50m Freistil'], '8 Bahnen á 50m', 'LCM'],
  [['50m Freistil'], 'Hallenbad, 25m Becken', 'SCM'],
  [['Women 50 LC Meter Freestyle'], '25m pool', 'LCM'],
  [['50m Freistil'], '', null],
  [['Women 50 LC Meter Freestyle', 'Women 50 Yard Freestyle'], '25m pool', null],
])('finds the course of %j and %j: %s', (names, cover, course) => {
  expect(findCourse(names, cover)).toBe(course)
})
