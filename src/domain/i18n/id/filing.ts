import type { ChangedField, FilingParams, FilingRole } from '../../messages/filing-codes.ts'
import { formatChanged } from '../../messages/format-params.ts'
import type { Sentences } from '../../messages/reading-codes.ts'
import { money } from './money.ts'

const roles: Record<FilingRole, string> = { seller: 'penjual', buyer: 'pembeli' }

const mismatchSources = {
  page: 'Di faktur tercetak',
  learned: 'Menurut koreksi sebelumnya,',
  typed: 'Anda mengisi',
}

const changedFields: Record<ChangedField, string> = {
  nitku: 'NITKU',
  transaction_code: 'Kode transaksi',
  facility: 'Fasilitas',
  goods_code: 'Kode barang/jasa',
  unit: 'Satuan',
  tax_base: 'DPP',
  tax: 'PPN',
  luxury_tax: 'PPnBM',
}

/** Rules for a Coretax file, in Indonesian. */
export const filing: Sentences<FilingParams> = {
  filing_seller_npwp_missing: ({ name }) =>
    `NPWP penjual belum ada. Tambahkan ${name ?? 'penjual'} ke direktori.`,
  filing_buyer_npwp_missing: ({ name }) =>
    `NPWP pembeli belum ada. Tambahkan ${name ?? 'pembeli'} ke direktori.`,
  filing_npwp_check_digit: ({ role, npwp }) =>
    `Digit pemeriksa NPWP ${roles[role]} ${npwp} salah. Cocokkan dengan kartu NPWP perusahaan.`,
  filing_npwp_branch: ({ role, npwp }) =>
    `NPWP ${roles[role]} ${npwp} milik cabang. Laporkan NPWP pusat; cabang dicantumkan dalam NITKU.`,
  filing_npwp_not_nik: ({ role, npwp }) =>
    `NPWP ${roles[role]} ${npwp} bukan nomor badan, yang diawali 0, dan bukan NIK, yang angka ke-7 sampai ke-12-nya tanggal lahir. Periksa nomornya.`,
  filing_nitku_invalid: ({ role, nitku }) =>
    `NITKU ${roles[role]} ${nitku} tidak sah: harus 22 angka dan diawali NPWP.`,
  filing_customer_mismatch: ({ customer_code, customer, printed }) =>
    `Pelanggan ${customer_code} adalah ${customer}, tetapi faktur menyebut ${printed}.`,
  filing_npwp_mismatch: ({ printed, known, source = 'page' }) =>
    `${mismatchSources[source]} NPWP ${printed}, tetapi di direktori ${known}.`,
  filing_name_unknown: ({ npwp, known, printed }) =>
    `Di direktori, NPWP ${npwp} milik ${known}, tetapi di faktur ${printed ?? 'tidak ada nama'}. Jika perusahaannya sama, tambahkan nama ini pada entrinya agar kode-kodenya dilaporkan.`,
  filing_party_changed: ({ role, approved, known }) =>
    known === null
      ? `NPWP ${roles[role]} saat faktur disetujui: ${approved ?? 'belum ada'}; kini tidak ada di direktori.`
      : `NPWP ${roles[role]} saat faktur disetujui: ${approved ?? 'belum ada'}; di direktori kini ${known}.`,
  filing_value_changed: ({ field, approved, known }) =>
    `${changedFields[field]} saat faktur disetujui: ${approved === null ? 'belum ada' : formatChanged(field, approved, money)}; kini ${known === null ? 'tidak ada' : formatChanged(field, known, money)}.`,
  filing_buyer_document_invalid: ({ document, number }) =>
    document === 'National ID'
      ? `“${number ?? ''}” bukan NIK. Perbaiki pembeli di direktori.`
      : `Nomor ${document} pembeli belum ada. Tambahkan di direktori.`,
  filing_buyer_name_missing: () => 'Nama pembeli belum ada.',
  filing_buyer_address_missing: ({ name }) =>
    `Coretax mewajibkan alamat untuk pembeli tanpa NPWP. Tambahkan pada ${name ?? 'pembeli'} di direktori.`,
  filing_buyer_address_unknown: ({ name }) =>
    `Alamat ${name ?? 'pembeli'} belum ada. Coretax mengisinya dari NPWP.`,
  filing_country_unknown: ({ country }) => `Negara “${country}” tidak ada di Coretax.`,
  filing_country_foreign: ({ country }) =>
    `Pembeli punya NPWP, tetapi negaranya ${country}, bukan IDN.`,
  filing_passport_needed: ({ document }) =>
    `Kode transaksi 06 untuk turis dengan paspor asing, tetapi dokumen pembeli ${document}.`,

  filing_date_missing: () => 'Tanggal faktur belum ada.',
  filing_date_future: ({ date }) => `Tanggal ${date} belum tiba.`,
  filing_date_too_old: ({ date }) =>
    `Tanggal ${date} sebelum 2025. Coretax tidak menerimanya; gunakan e-Faktur.`,
  filing_deadline_passed: ({ date, deadline }) =>
    `Faktur tanggal ${date} harus diunggah paling lambat ${deadline}. Coretax tidak lagi menyetujuinya.`,
  filing_deadline_near: ({ deadline, days }) =>
    days === 0
      ? `Hari ini batas akhir mengunggah faktur ini (${deadline}).`
      : `Unggah faktur ini paling lambat ${deadline}: tinggal ${days} hari.`,
  filing_other_period: ({ date, period }) => `Tanggal ${date} di luar masa pajak ${period}.`,

  filing_transaction_code: ({ transaction_code }) =>
    `Kode transaksi ${transaction_code} jarang dipakai. Pastikan sesuai dengan penjualan ini.`,
  filing_facility_missing: ({ transaction_code }) =>
    `Kode transaksi ${transaction_code} memerlukan fasilitas. Isi saat peninjauan, atau tambahkan pada pembeli di direktori.`,
  filing_facility_invalid: ({ transaction_code, add_info, facility_stamp }) =>
    `${add_info} dan ${facility_stamp} bukan pasangan yang berlaku untuk kode transaksi ${transaction_code}.`,
  filing_facility_not_allowed: ({ transaction_code }) =>
    `Fasilitas hanya untuk kode transaksi 07 dan 08, bukan ${transaction_code ?? 'kode faktur ini'}.`,
  filing_facility_document: ({ add_info }) =>
    `${add_info} biasanya memerlukan nomor dan bulan dokumen pabean, serta NITKU cabang di kawasan berikat.`,
  filing_facility_branch: ({ nitku }) =>
    `Penyerahan ke tempat penimbunan berikat memakai NITKU cabang di sana, tetapi ${nitku} adalah NITKU pusat.`,
  filing_luxury_suspected: ({ tax }) =>
    `PPN ${money(tax)} adalah 12% dari seluruh nilai, seperti barang mewah. Jika benar, gunakan kode transaksi 01 dan isi tarif PPnBM.`,
  filing_luxury_mixed: () =>
    'Barang mewah dan barang lain tidak dapat dilaporkan dalam satu faktur. Isi di Coretax secara manual.',
  filing_luxury_rate_missing: () =>
    'Kode transaksi 01 untuk barang mewah, tetapi tarif PPnBM belum diisi. Isi tarifnya, atau gunakan kode 04.',

  filing_unit_unknown: ({ unit }, line) =>
    `Baris ${line}: satuan “${unit}” tidak ada di direktori, jadi dilaporkan sebagai “Lainnya”.`,
  filing_unit_invalid: ({ unit }, line) => `Baris ${line}: satuan ${unit} tidak ada di Coretax.`,
  filing_unit_assumed: (_params, line) =>
    `Baris ${line}: faktur tidak mencantumkan satuan, jadi dilaporkan sebagai “Lainnya”.`,
  filing_unit_option: ({ unit, option }, line) =>
    option === 'A'
      ? `Baris ${line}: satuan ${unit} untuk jasa, tetapi baris ini dilaporkan sebagai barang.`
      : `Baris ${line}: satuan ${unit} untuk barang, tetapi baris ini dilaporkan sebagai jasa.`,
  filing_goods_code_unknown: ({ goods_code }, line) =>
    goods_code.startsWith('B')
      ? `Baris ${line}: ${goods_code} bukan kode jasa Coretax, yang diawali 01 sampai 31. B000000 berarti jasa secara umum.`
      : `Baris ${line}: ${goods_code} bukan kode barang Coretax: empat angka pos tarif (HS) diikuti 00. A000000 berarti barang secara umum.`,
  filing_name_missing: (_params, line) => `Baris ${line}: nama barang belum ada.`,
  filing_name_long: ({ length }, line) =>
    `Baris ${line}: nama barang ${length} karakter. Coretax mungkin menolak lebih dari 255.`,
  filing_amount_missing: ({ name }) =>
    `“${name}”: kuantitas, harga, dan jumlah harus lebih dari nol.`,
  filing_negative: ({ name }) =>
    `“${name}” bernilai negatif. Bagikan ke baris-baris sebagai diskon.`,
  filing_rounding: ({ name, quantity, amount }) =>
    `“${name}”: Coretax menerima dua desimal, jadi kuantitas ${money(quantity)} dilaporkan sebagai 1 × ${money(amount)}.`,
  filing_price_rounded: ({ name, price, discount }) =>
    `“${name}”: harga dilaporkan ${money(price)} dengan diskon ${money(discount)}, karena Coretax menerima dua desimal.`,
  filing_line_differs: ({ name, product, amount }) =>
    `“${name}”: kuantitas × harga − diskon adalah ${money(product)}, tetapi jumlahnya ${money(amount)}.`,
  filing_tax_rule: ({ name, expected, tax }) =>
    `“${name}”: PPN harus ${money(expected)}, ${tax === null ? 'tidak boleh kosong' : `bukan ${money(tax)}`}.`,
  filing_nothing_taxed: () =>
    'Tidak ada yang kena pajak di faktur ini, jadi tidak ada yang dilaporkan.',
  filing_tax_differs: ({ filed, printed }) =>
    printed === null
      ? `XML akan melaporkan PPN ${money(filed)}, tetapi di faktur tidak ada.`
      : `XML akan melaporkan PPN ${money(filed)}, tetapi di faktur ${money(printed)}.`,
  filing_tax_charged: ({ transaction_code, tax }) =>
    `Kode transaksi ${transaction_code} berarti PPN tidak dipungut, tetapi faktur memungut ${money(tax)}.`,
  filing_currency: ({ currency, week }) =>
    week === null
      ? `Nilai dalam ${currency} harus dilaporkan dalam rupiah. Isi tanggal faktur, lalu kurs pajaknya.`
      : `Nilai dalam ${currency} harus dilaporkan dalam rupiah. Isi kurs pajak untuk minggu ${week}.`,
  filing_converted: ({ currency, rate, units, valid_from }) =>
    `Dikonversi dengan kurs pajak Rp${money(rate)} per ${units} ${currency} yang berlaku mulai ${valid_from}. Harga dibulatkan dua desimal.`,
  filing_instalment: ({ amount, percent }) =>
    `Faktur ini menagih ${billed(amount, percent)}. Berkas impor tidak dapat memuatnya: isi di Coretax secara manual.`,
  filing_instalment_suspected: ({ text }) =>
    `“${text}” tampaknya uang muka, termin atau pelunasan, yang tidak dapat dinyatakan dalam berkas impor. Isi di Coretax secara manual, atau konfirmasi bahwa ini faktur biasa.`,
  filing_credit_note: () =>
    'Nota kredit tidak dilaporkan sebagai faktur: pembeli membuat nota retur di Coretax.',
  filing_export_sale: ({ country }) =>
    `Pembeli berada di ${country} dan faktur tidak memuat PPN. Ekspor dilaporkan dengan PEB, bukan di sini.`,

  filing_duplicate: ({ number, document }) =>
    `${document} memuat penjual dan nomor faktur yang sama, ${number}.`,
  filing_exported: ({ file, date }) => `Sudah diekspor dalam ${file} pada ${date}.`,
  filing_changed_since_export: ({ file }) =>
    `Faktur ini berubah sejak diekspor dalam ${file}. Ubah juga di Coretax, atau batalkan ekspornya lalu ekspor lagi.`,
  filing_changed_since_check: () => 'Faktur ini berubah setelah diperiksa. Periksa lagi.',
}

function billed(amount: string | null, percent: string | null): string {
  const share = percent === null ? '' : `${percent.replace('.', ',')}%`
  if (amount === null) return share === '' ? 'sebagian nilai' : `${share} dari nilai`
  return `angsuran ${money(amount)}${share && ` (${share})`}`
}
