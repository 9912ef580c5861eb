import type { ChangeFault } from '../../messages/problem-codes.ts'

/** Why a change to a reading is not possible, in English. */
export const changeFaults: Record<ChangeFault, string> = {
  fixed: 'this cannot be changed',
  no_place: 'there is no such place in this reading',
  too_long: 'must have at most {most} characters',
  control_characters: 'must not contain control characters',
  value_needed: 'a value is needed',
  value_or_null_needed: 'a value is needed, null for none',
  not_single: 'name one of the values in it',
  not_changed: 'nobody has changed this, so there is nothing to go back to',
  full: 'there are {most} already',
  not_an_entry: 'only entries of a list can be inserted and removed',
  not_text: 'must be text',
  not_decimal: 'must be a number like 1250.5, without thousands separators',
  not_goods_code: 'must be A (goods) or B (services) and six digits',
  not_clock: 'must be a time of day like 09:15',
  not_day: 'must be a day like 2025-03-14',
  not_whole: 'must be a whole number',
  not_flag: 'must be true or false',
  not_true: 'must be true, or left out',
  not_list: 'must be a list',
  not_object: 'must be an object',
}
