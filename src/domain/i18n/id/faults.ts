import { joinList } from '../../messages/format-amount.ts'
import { shareChangeFaults } from '../../messages/change-faults.ts'
import type { FaultParams, PatternFault } from '../../messages/fault-codes.ts'
import type { Sentences } from '../../messages/reading-codes.ts'
import { prefixPath } from '../../messages/render-from.ts'
import { changeFaults } from './change-faults.ts'

const types: Readonly<Record<string, string>> = {
  string: 'teks',
  number: 'angka',
  int: 'bilangan bulat',
  boolean: 'true atau false',
  array: 'daftar',
  object: 'objek',
  record: 'objek',
  null: 'null',
}

const yamlTypes: Readonly<Record<string, string>> = {
  ...types,
  array: 'daftar, misalnya [satu, dua]',
  object: 'kunci beserta nilainya, misalnya { kunci: nilai }',
  record: 'kunci beserta nilainya, misalnya { kunci: nilai }',
}

const formats: Readonly<Record<string, string>> = {
  email: 'alamat email',
  uuid: 'UUID',
  url: 'URL',
  datetime: 'waktu seperti 2026-07-18T08:30:00Z',
  date: 'tanggal seperti 2026-07-18',
}

/** Keyed by the YAML parser's error codes. */
const yamlFaults: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'alias tidak didukung',
  BAD_DIRECTIVE: 'direktif YAML tidak sah',
  BAD_DQ_ESCAPE: 'urutan \\ di dalam tanda kutip ganda tidak sah',
  BAD_INDENT: 'indentasi salah',
  BAD_SCALAR_START: 'teks ini harus ditulis di dalam tanda kutip',
  BLOCK_AS_IMPLICIT_KEY: 'nilai bertingkat harus dimulai di baris baru',
  BLOCK_IN_FLOW: 'blok tidak boleh berada di dalam [ ] atau { }',
  DUPLICATE_KEY: 'kunci ini sudah ada di atas',
  KEY_OVER_1024_CHARS: 'kunci ini terlalu panjang',
  MISSING_CHAR: 'ada tanda yang hilang, misalnya penutup kutip, kurung, atau titik dua',
  MULTILINE_IMPLICIT_KEY: 'kunci harus ditulis dalam satu baris',
  MULTIPLE_DOCS: 'berkas ini berisi lebih dari satu dokumen YAML',
  TAB_AS_INDENT: 'gunakan spasi untuk indentasi, bukan tab',
  UNEXPECTED_TOKEN: 'ada tanda yang tidak pada tempatnya',
}

const patternFaults: Record<PatternFault, string> = {
  text_before_start: 'ada teks sebelum “^”, padahal di sana baris dimulai: tidak ada yang cocok',
  text_after_end: 'ada teks setelah “$”, padahal di sana baris berakhir: tidak ada yang cocok',
  space_at_start: 'tidak ada baris yang diawali spasi: hapus spasi setelah “^”',
  space_at_end: 'tidak ada baris yang diakhiri spasi: hapus spasi sebelum “$”',
  two_spaces: 'kata dalam satu baris dipisahkan satu spasi, selebar apa pun jaraknya: tulis satu',
  line_break: 'baris tidak memuat tab atau ganti baris: tulis spasi',
}

/** Faults in one value, in Indonesian: `limit: paling besar 100`. */
export const faults: Sentences<FaultParams> = prefixPath<FaultParams>({
  admin_file: ({ text }) => text,

  missing: () => 'belum diisi',
  empty: () => 'tidak boleh kosong',
  invalid: () => 'tidak sah',
  wrong_type: ({ expected }) => `harus berupa ${types[expected] ?? expected}`,
  wrong_format: ({ format }) =>
    formats[format] ? `harus berupa ${formats[format]}` : 'formatnya tidak sesuai',
  not_one_of: ({ values, did_you_mean }) =>
    `harus salah satu dari ${values.join(', ')}${did_you_mean === null ? '' : `; mungkin maksudnya “${did_you_mean}”?`}`,
  unknown_key: ({ key, known, did_you_mean }) =>
    `kunci “${key}” tidak dikenal${keyHint(known, did_you_mean)}`,
  text_too_short: ({ least }) => `paling sedikit ${least} karakter`,
  text_too_long: ({ most }) => `paling banyak ${most} karakter`,
  list_too_short: ({ least }) => `paling sedikit ${least} isi`,
  list_too_long: ({ most }) => `paling banyak ${most} isi`,
  number_too_small: ({ least, inclusive }) =>
    inclusive ? `paling kecil ${least}` : `harus lebih dari ${least}`,
  number_too_large: ({ most, inclusive }) =>
    inclusive ? `paling besar ${most}` : `harus kurang dari ${most}`,
  not_multiple: ({ divisor }) => `harus kelipatan ${divisor}`,
  looks_like: ({ example }) => `harus seperti ${example}`,
  digits: ({ count }) => `harus ${count} angka`,
  digits_in_quotes: ({ count }) => `harus ${count} angka di dalam tanda kutip`,
  ...shareChangeFaults(changeFaults),
  not_country_code: () => 'harus kode negara Coretax, misalnya IDN',
  nitku_not_of_npwp: () => 'harus diawali NPWP perusahaan ini',
  not_nik: () => 'harus berupa NIK: 16 angka yang memuat tanggal lahir',
  facility_codes_differ: () => 'dua angka terakhirnya harus sama dengan add_info',
  document_id_missing: ({ document }) =>
    document === 'TIN'
      ? 'belum diisi; isi nomornya, atau pilih dokumen identitas lain'
      : `harus diisi, karena dokumennya ${document}`,
  mail_name_too_long: () => 'bagian sebelum @ terlalu panjang',
  ids_or_filter: () => 'harus berisi salah satu: ids atau filter',
  ids_filter_or_all: () => 'harus berisi salah satu: ids, filter, atau all',
  filter_empty: () =>
    'akan memilih semua pekerjaan: tambahkan syarat, atau kirim "all": true sebagai ganti filter',
  not_a_job_name: () => 'harus 1 sampai 100 karakter dari a-z, 0-9, _ . : -',
  not_one_or_zero: () => 'harus 1 atau 0',

  key_taken: ({ key, entry }) => `“${key}” sudah dipakai oleh ${entry}`,
  csv_columns: ({ known, unknown }) =>
    `kolomnya ${known.join(', ')}${unknown.length > 0 ? `, bukan ${unknown.join(', ')}` : ''}`,
  csv_quote_open: () => 'tanda kutip dibuka dan tidak ditutup',
  csv_too_long: ({ most }) =>
    `berkas berisi lebih dari ${most} baris atau satu baris yang terlalu panjang`,
  csv_entry_twice: () => 'entri ini ada dua kali di tabel',

  yaml_syntax: ({ kind, text }) => yamlFaults[kind] ?? `YAML tidak sah (“${text}”)`,
  yaml_alias: ({ alias }) => `tulis isi *${alias} secara lengkap; alias tidak didukung`,
  yaml_missing: ({ expected }) => `belum ada; tulis ${yamlTypes[expected] ?? expected}`,
  yaml_wrong_type: ({ expected }) => `harus berupa ${yamlTypes[expected] ?? expected}`,
  yaml_list_needed: ({ written }) => `harus berupa daftar; tulis [${written}]`,
  yaml_text_needed: ({ written }) => `harus berupa teks; tulis "${written}"`,

  not_a_reader: ({ readers }) => `harus ${joinList(readers, 'atau')}`,
  not_a_pattern: () => 'bukan ekspresi reguler',
  label_blank: () => 'harus berisi selain spasi, titik dua, dan titik',
  phrase_blank: () => 'harus memuat huruf atau angka',
  nth_zero: () => 'harus 1 atau lebih, atau negatif untuk menghitung dari akhir',
  not_one_finder: ({ finders }) => `harus berisi tepat satu dari ${finders.join(', ')}`,
  unless_without_text: () => 'hanya berlaku bersama text',
  gap_without_under: () => 'hanya berlaku bersama under',
  mapping_file_name: ({ mapping }) => `berkas pemetaan ini harus bernama ${mapping}.yaml`,
  under_not_before: ({ field, under }) =>
    `harus menyebut kolom yang ditulis sebelum ${field}: tulis ${under} lebih dulu`,
  column_not_in_table: ({ column, known }) =>
    `tabel tidak memiliki kolom ${column}; yang ada ${known.join(', ')}`,
  header_twice: ({ label, column }) =>
    `“${label}” sudah menjadi judul ${column}, dan satu label tidak dapat menandai dua kolom`,
  default_not_number: () => 'harus angka biasa, seperti "1" atau "2.5"',
  columns_all_optional: () => 'tidak boleh memuat semua kolom: paling sedikit satu harus wajib',
  not_twelve_months: () => 'harus berisi 12 daftar, dimulai dari Januari',
  pattern_looks_around: ({ part, side }) =>
    `“${part}” melihat ke ${side === 'ahead' ? 'depan' : 'belakang'}, yang tidak didukung: cocokkan teksnya langsung, atau kecualikan dengan “unless”`,
  pattern_repeats_text: ({ part }) =>
    `“${part}” meminta teks yang sama sekali lagi, yang tidak didukung: hapus bagian itu`,
  pattern_too_large: ({ most }) =>
    `memerlukan lebih dari ${most} langkah: kurangi pengulangan, atau tulis pola yang lebih pendek`,
  patterns_too_large: ({ most }) =>
    `semua pola dalam skema ini memerlukan lebih dari ${most} langkah: tulis pola yang lebih pendek`,
  pattern_unsupported: ({ part, text }) =>
    `“${part}” tidak didukung (“${text}”): pola mengikuti sintaks RE2`,
  pattern_unmatchable: ({ fault }) => patternFaults[fault],
  match_single: () =>
    'satu teks saja mungkin juga ada di dokumen dengan tata letak lain; tambahkan kata yang hanya ada di tata letak ini',
  field_not_located: ({ field }) =>
    `letak ${field} tidak disebutkan, jadi setiap dokumen perlu diperiksa`,
  grand_total_not_located: () =>
    'tanpa grand_total dokumen tidak dapat dicocokkan, jadi setiap dokumen perlu diperiksa',
  rule_repeated: ({ field, other }) =>
    `${field} dicari persis seperti ${other}, jadi nilai keduanya akan sama`,
  mapping_long: ({ lines, most }) => `${lines} baris; ${most} seharusnya cukup`,

  schema_too_large: ({ kilobytes }) => `paling besar ${kilobytes} KB`,
  schema_too_deep: ({ most }) => `objek boleh bersarang paling dalam ${most} tingkat`,
  schema_too_many_fields: ({ most }) => `satu skema boleh memiliki paling banyak ${most} kolom`,
  schema_not_object: () => 'harus bertipe "object" dengan kolom-kolomnya di "properties"',
  schema_list_of_lists: () =>
    'harus berupa objek atau nilai, karena daftar di dalam daftar tidak didukung',
  schema_not_json: () =>
    'bukan JSON yang sah; dengan curl, kirim berkas sebagai schema=@schema.json',
  schema_keyword: ({ keyword, known }) =>
    `"${keyword}" tidak didukung di sini; gunakan ${known.join(', ')}`,
  schema_reference: () => 'harus merujuk ke isi "$defs" dalam skema yang sama',
  schema_name: () =>
    'nama kolom harus 1 sampai 100 karakter tanpa titik atau garis miring, dan bukan angka',
  schema_labels: () => 'harus berupa daftar label, masing-masing paling panjang 100 karakter',
  schema_options: () => 'harus berisi teks atau angka',
  schema_or_fields: () => 'harus memiliki "fields" atau "schema", tidak keduanya',
})

function keyHint(known: readonly string[], suggestion: string | null): string {
  if (known.length === 0) return ''
  return suggestion === null
    ? `; yang ada ${known.join(', ')}`
    : `; mungkin maksudnya “${suggestion}”?`
}
