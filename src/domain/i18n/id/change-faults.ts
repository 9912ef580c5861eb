import type { ChangeFault } from '../../messages/problem-codes.ts'

/** Why a change to a reading is not possible, in Indonesian. */
export const changeFaults: Record<ChangeFault, string> = {
  fixed: 'ini tidak dapat diubah',
  no_place: 'tempat ini tidak ada dalam hasil pembacaan',
  too_long: 'paling banyak {most} karakter',
  control_characters: 'tidak boleh memuat karakter kendali',
  value_needed: 'harus diisi',
  value_or_null_needed: 'harus diisi, null bila tidak ada',
  not_single: 'sebutkan salah satu nilai di dalamnya',
  not_changed: 'belum pernah diubah, jadi tidak ada yang dikembalikan',
  full: 'sudah ada {most}',
  not_an_entry: 'hanya isi daftar yang dapat disisipkan dan dihapus',
  not_text: 'harus berupa teks',
  not_decimal: 'harus berupa angka seperti 1250.5, tanpa pemisah ribuan',
  not_goods_code: 'harus A (barang) atau B (jasa) dan enam angka',
  not_npwp: 'harus berupa NPWP: 16 angka, atau 15 angka format lama',
  npwp_zero: 'tidak boleh nol semua; kosongkan bila tidak ada NPWP',
  not_clock: 'harus berupa jam seperti 09:15',
  not_day: 'harus berupa tanggal seperti 2025-03-14',
  not_whole: 'harus berupa bilangan bulat',
  not_flag: 'harus true atau false',
  not_true: 'harus true, atau dihilangkan',
  not_list: 'harus berupa daftar',
  not_object: 'harus berupa objek',
}
