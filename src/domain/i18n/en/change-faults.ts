import type { ChangeFault } from '../../messages/problem-codes.ts'

/** Why a change to a reading is not possible, in English. */
export const changeFaults: Record<ChangeFault, string> = {
  fixed: 'cannot be changed',
  no_place: 'no such field in this reading',
  too_long: 'must have at most {most} characters',
  control_characters: 'must not contain control characters',
  value_needed: 'requires a value',
  value_or_null_needed: 'requires a value, or null for none',
  not_single: 'is not a single value; choose one inside it',
  not_changed: 'has not been changed, so it cannot be restored',
  full: 'is limited to {most} entries',
  not_an_entry: 'only list entries can be inserted or removed',
  not_text: 'must be text',
  not_decimal: 'must be a number like 1250.5, without thousands separators',
  not_goods_code: 'must be A (goods) or B (services) and six digits',
  not_npwp: 'must be an NPWP: 16 digits, or the old 15 digits',
  npwp_zero: 'must not be all zeros; leave it empty if there is no NPWP',
  not_clock: 'must be a time of day like 09:15',
  not_day: 'must be a date like 2025-03-14',
  not_whole: 'must be a whole number',
  not_flag: 'must be true or false',
  not_true: 'must be true or omitted',
  not_list: 'must be a list',
  not_object: 'must be an object',
}
