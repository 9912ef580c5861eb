import type { ChangeFault } from '../../messages/problem-codes.ts'

/** Why a change to a reading is not possible, in English. */
export const changeFaults: Record<ChangeFault, string> = {
  fixed: 'this cannot be changed',
  no_place: 'no such field in this reading',
  too_long: 'must have at most {most} characters',
  control_characters: 'must not contain control characters',
  value_needed: 'needs a value',
  value_or_null_needed: 'needs a value, or null for none',
  not_single: 'choose a single value in it',
  not_changed: 'has not been changed, so it cannot be restored',
  full: 'is limited to {most} entries',
  not_an_entry: 'only entries of a list can be inserted and removed',
  not_text: 'must be text',
  not_decimal: 'must be a number like 1250.5, without thousands separators',
  not_goods_code: 'must be A (goods) or B (services) and six digits',
  not_npwp: 'must be an NPWP: 16 digits, or the old 15 digits',
  npwp_zero: 'must not be all zeros; leave it empty if there is no NPWP',
  not_clock: 'must be a time of day like 09:15',
  not_day: 'must be a day like 2025-03-14',
  not_whole: 'must be a whole number',
  not_flag: 'must be true or false',
  not_true: 'must be true, or left out',
  not_list: 'must be a list',
  not_object: 'must be an object',
}
