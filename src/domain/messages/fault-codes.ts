type None = Record<string, never>

/** Why no line in a document can ever match a pattern. */
export type PatternFault =
  | 'text_before_start'
  | 'text_after_end'
  | 'space_at_start'
  | 'space_at_end'
  | 'two_spaces'
  | 'line_break'

/** Faults in a single value of a request, a reading, a mapping or a table, with their params. */
export interface FaultParams {
  /** A fault in a file that only administrators edit. It prevents startup and is shown in English. */
  admin_file: { text: string }

  missing: None
  empty: None
  invalid: None
  wrong_type: { expected: string }
  wrong_format: { format: string }
  not_one_of: { values: string[]; did_you_mean: string | null }
  unknown_key: { key: string; known: string[]; did_you_mean: string | null }
  text_too_short: { least: number }
  text_too_long: { most: number }
  list_too_short: { least: number }
  list_too_long: { most: number }
  number_too_small: { least: string; inclusive: boolean }
  number_too_large: { most: string; inclusive: boolean }
  not_multiple: { divisor: string }
  looks_like: { example: string }
  digits: { count: number }
  digits_in_quotes: { count: number }
  not_decimal: None
  not_goods_code: None
  not_transaction_code: None
  not_facility: None
  not_document_month: None
  not_luxury_rate: None
  not_clock: None
  not_country_code: None
  not_npwp: None
  npwp_zero: None
  nitku_not_of_npwp: None
  not_nik: None
  facility_codes_differ: None
  document_id_missing: { document: string }
  mail_name_too_long: None
  ids_or_filter: None
  ids_filter_or_all: None
  filter_empty: None
  not_a_job_name: None
  not_one_or_zero: None

  key_taken: { key: string; entry: string }
  csv_columns: { known: string[]; unknown: string[] }
  csv_quote_open: None
  csv_too_long: { most: number }
  csv_entry_twice: None

  /** `text` is the YAML parser's message in English. Languages without a sentence for `kind` quote it. */
  yaml_syntax: { kind: string; text: string }
  yaml_alias: { alias: string }
  yaml_missing: { expected: string }
  yaml_wrong_type: { expected: string }
  yaml_list_needed: { written: string }
  yaml_text_needed: { written: string }

  not_a_reader: { readers: string[] }
  not_a_pattern: None
  label_blank: None
  phrase_blank: None
  nth_zero: None
  not_one_finder: { finders: string[] }
  unless_without_text: None
  gap_without_under: None
  mapping_file_name: { mapping: string }
  under_not_before: { field: string; under: string }
  column_not_in_table: { column: string; known: string[] }
  header_twice: { label: string; column: string }
  default_not_number: None
  columns_all_optional: None
  not_twelve_months: None
  pattern_looks_around: { part: string; side: 'ahead' | 'behind' }
  pattern_repeats_text: { part: string }
  pattern_too_large: { most: number }
  /** Applies to all patterns in a schema together. */
  patterns_too_large: { most: number }
  /** `text` is the regular expression engine's message, in English. */
  pattern_unsupported: { part: string; text: string }
  pattern_unmatchable: { fault: PatternFault }
  match_single: None
  field_not_located: { field: string }
  grand_total_not_located: None
  rule_repeated: { field: string; other: string }
  mapping_long: { lines: number; most: number }

  schema_too_large: { kilobytes: number }
  schema_too_deep: { most: number }
  schema_too_many_fields: { most: number }
  schema_not_object: None
  schema_list_of_lists: None
  schema_not_json: None
  schema_keyword: { keyword: string; known: string[] }
  schema_reference: None
  schema_name: None
  schema_labels: None
  schema_options: None
  schema_or_fields: None
}

export type FaultCode = keyof FaultParams

/** An encoded fault. Only `encodeFault` creates this type, so a plain sentence cannot be used by mistake. */
export type CodedFault = string & { readonly isCoded: true }

/** Encodes a fault as JSON in a zod error message, because zod passes on only text. */
export function encodeFault<C extends FaultCode>(code: C, params: FaultParams[C]): CodedFault {
  return JSON.stringify({ code, params }) as CodedFault
}
