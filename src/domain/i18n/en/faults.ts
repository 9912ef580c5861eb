import { joinList } from '../../messages/format-amount.ts'
import { shareChangeFaults } from '../../messages/change-faults.ts'
import type { FaultParams, PatternFault } from '../../messages/fault-codes.ts'
import type { Sentences } from '../../messages/reading-codes.ts'
import { prefixPath } from '../../messages/render-from.ts'
import { changeFaults } from './change-faults.ts'

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const yamlTypes: Readonly<Record<string, string>> = {
  ...types,
  string: 'a string',
  array: 'a list, like [one, another]',
  object: 'keys with their values, like { key: value }',
  record: 'keys with their values, like { key: value }',
}

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  uuid: 'a UUID',
  url: 'a URL',
  datetime: 'a time like 2026-07-18T08:30:00Z',
  date: 'a date like 2026-07-18',
}

const patternFaults: Record<PatternFault, string> = {
  text_before_start: 'text before "^", the start of a line, can never match',
  text_after_end: 'text after "$", the end of a line, can never match',
  space_at_start: 'no line begins with a space: remove the space after "^"',
  space_at_end: 'no line ends with a space: remove the space before "$"',
  two_spaces:
    'words in a line are separated by one space, however wide the gap: use a single space',
  line_break: 'lines never contain tabs or line breaks: use a space',
}

/** Faults in one value, in English: `limit: must be at most 100`. */
export const faults: Sentences<FaultParams> = prefixPath<FaultParams>({
  admin_file: ({ text }) => text,

  missing: () => 'is missing',
  empty: () => 'must not be empty',
  invalid: () => 'is not valid',
  wrong_type: ({ expected }) => `must be ${types[expected] ?? expected}`,
  wrong_format: ({ format }) =>
    formats[format] ? `must be ${formats[format]}` : 'does not have the expected format',
  not_one_of: ({ values, did_you_mean }) =>
    `must be one of ${values.join(', ')}${did_you_mean === null ? '' : `; did you mean "${did_you_mean}"?`}`,
  unknown_key: ({ key, known, did_you_mean }) =>
    `unknown key "${key}"${keyHint(known, did_you_mean)}`,
  text_too_short: ({ least }) => `must have at least ${least} characters`,
  text_too_long: ({ most }) => `must have at most ${most} characters`,
  list_too_short: ({ least }) => `must have at least ${least} entries`,
  list_too_long: ({ most }) => `must have at most ${most} entries`,
  number_too_small: ({ least, inclusive }) =>
    inclusive ? `must be at least ${least}` : `must be greater than ${least}`,
  number_too_large: ({ most, inclusive }) =>
    inclusive ? `must be at most ${most}` : `must be less than ${most}`,
  not_multiple: ({ divisor }) => `must be a multiple of ${divisor}`,
  looks_like: ({ example }) => `must look like ${example}`,
  digits: ({ count }) => `must be ${count} digits`,
  digits_in_quotes: ({ count }) => `must be ${count} digits in quotes`,
  ...shareChangeFaults(changeFaults),
  not_country_code: () => 'must be a Coretax country code, such as IDN',
  nitku_not_of_npwp: () => "must begin with this company's NPWP",
  not_nik: () => 'must be a NIK: 16 digits that include the date of birth',
  facility_codes_differ: () => 'must end with the same two digits as add_info',
  document_id_missing: ({ document }) =>
    document === 'TIN'
      ? 'is missing; enter it, or choose another identity document'
      : `is required when the document is ${document}`,
  mail_name_too_long: () => 'the part before the @ is too long',
  ids_or_filter: () => 'must have either ids or filter',
  ids_filter_or_all: () => 'must have one of ids, filter and all',
  filter_empty: () =>
    'would select every job: add a condition, or send "all": true instead of a filter',
  not_a_job_name: () => 'must be 1 to 100 characters from a-z, 0-9, _ . : -',
  not_one_or_zero: () => 'must be 1 or 0',

  key_taken: ({ key, entry }) => `"${key}" is already used by ${entry}`,
  csv_columns: ({ known, unknown }) =>
    `the columns must be ${known.join(', ')}${unknown.length > 0 ? `; unknown: ${unknown.join(', ')}` : ''}`,
  csv_quote_open: () => 'an opening quote is never closed',
  csv_too_long: ({ most }) => `the file has more than ${most} rows or a row with too much text`,
  csv_entry_twice: () => 'this entry is in the table twice',

  yaml_syntax: ({ text }) => text,
  yaml_alias: ({ alias }) => `aliases are not supported: write out the value of *${alias}`,
  yaml_missing: ({ expected }) => `is missing; write ${yamlTypes[expected] ?? expected}`,
  yaml_wrong_type: ({ expected }) => `must be ${yamlTypes[expected] ?? expected}`,
  yaml_list_needed: ({ written }) => `must be a list; write [${written}]`,
  yaml_text_needed: ({ written }) => `must be a string; write "${written}"`,

  not_a_reader: ({ readers }) => `must be ${joinList(readers, 'or')}`,
  not_a_pattern: () => 'is not a valid regular expression',
  label_blank: () => 'must contain more than spaces, colons and dots',
  phrase_blank: () => 'must contain a letter or digit',
  nth_zero: () => 'must be 1 or more, or negative to count from the end',
  not_one_finder: ({ finders }) => `requires exactly one of ${finders.join(', ')}`,
  unless_without_text: () => 'can only be used with text',
  gap_without_under: () => 'can only be used together with "under"',
  mapping_file_name: ({ mapping }) => `the mapping file must be named ${mapping}.yaml`,
  under_not_before: ({ field, under }) =>
    `must refer to an earlier field: put ${under} before ${field}`,
  column_not_in_table: ({ column, known }) =>
    `the table has no column ${column}; its columns are ${known.join(', ')}`,
  header_twice: ({ label, column }) =>
    `"${label}" is already a header of ${column}, and one label cannot identify two columns`,
  default_not_number: () => 'must be a plain number, like "1" or "2.5"',
  columns_all_optional: () => 'must not list every column: at least one has to be required',
  not_twelve_months: () => 'must have 12 lists, starting with January',
  pattern_looks_around: ({ part, side }) =>
    `"${part}" is a look${side}, which patterns do not support: match the text itself, or exclude text with "unless"`,
  pattern_repeats_text: ({ part }) =>
    `"${part}" is a backreference, which patterns do not support: remove it`,
  pattern_too_large: ({ most }) =>
    `takes more than ${most} steps: repeat fewer times, or write a shorter pattern`,
  patterns_too_large: ({ most }) =>
    `the patterns in this schema take more than ${most} steps in total: write shorter patterns`,
  pattern_unsupported: ({ part, text }) =>
    `"${part}" is not supported (${text}): patterns use RE2 syntax`,
  pattern_unmatchable: ({ fault }) => patternFaults[fault],
  match_single: () =>
    'a single phrase may also occur in other layouts; add a phrase that only this layout has',
  field_not_located: ({ field }) =>
    `there is no rule for ${field}, so every document will need review`,
  grand_total_not_located: () =>
    'without grand_total the amounts cannot be checked, so every document will need review',
  rule_repeated: ({ field, other }) =>
    `${field} has the same rule as ${other}, so both will have the same value`,
  mapping_long: ({ lines, most }) => `has ${lines} lines; ${most} should be enough`,

  schema_too_large: ({ kilobytes }) => `must be at most ${kilobytes} KB`,
  schema_too_deep: ({ most }) => `objects may be nested at most ${most} levels deep`,
  schema_too_many_fields: ({ most }) => `a schema may have at most ${most} fields`,
  schema_not_object: () => 'must have the type "object" and list its fields under "properties"',
  schema_list_of_lists: () => 'must be an object or a value; lists of lists are not supported',
  schema_not_json: () => 'is not valid JSON; with curl, send a file as schema=@schema.json',
  schema_keyword: ({ keyword, known }) =>
    `"${keyword}" is not supported here; use ${known.join(', ')}`,
  schema_reference: () => 'must refer to an entry of "$defs" in the same schema',
  schema_name: () =>
    'a field name must have 1 to 100 characters and no dot or slash, and must not be a number',
  schema_labels: () => 'must be a list of labels with at most 100 characters each',
  schema_options: () => 'must list strings or numbers',
  schema_or_fields: () => 'must have either "fields" or "schema"',
})

function keyHint(known: readonly string[], suggestion: string | null): string {
  if (known.length === 0) return '.'
  return suggestion === null
    ? `; valid keys are ${known.join(', ')}.`
    : `; did you mean "${suggestion}"?`
}
