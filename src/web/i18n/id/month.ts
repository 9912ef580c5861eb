import type { MonthText } from '../en/month.ts'
import { formatCount } from '../locale/locale.ts'

const invoices = (total: number) => `${formatCount(total)} faktur`

export const monthText: MonthText = {
  title: 'Masa pajak',
  heading: 'Masa pajak',
  lead: 'Periksa faktur satu masa pajak, cocokkan jumlahnya dengan pembukuan, lalu ekspor menjadi satu berkas Coretax.',
  period: 'Masa pajak',
  seller: 'Penjual',
  allSellers: 'Semua penjual',
  loading: 'Memeriksa faktur…',
  notLoaded: 'Faktur tidak dapat diperiksa',
  empty: 'Belum ada faktur. Unggah faktur untuk memulai.',
  upload: 'Unggah faktur',
  notIncluded: {
    title: 'Tidak termasuk:',
    active: (total) => `${formatCount(total)} dokumen yang masih dibaca`,
    failed: (total) => `${formatCount(total)} dokumen yang gagal`,
    undated: (total) => `${invoices(total)} tanpa tanggal`,
    otherSellers: (total) => `${invoices(total)} dari penjual lain atau tanpa penjual`,
  },
  totals: 'Jumlah',
  omittedFromTotals: (documents) =>
    `Tidak dihitung: ${invoices(documents)} yang diisi manual atau belum punya kurs pajak.`,
  columns: {
    number: 'Nomor',
    date: 'Tanggal',
    seller: 'Penjual',
    buyer: 'Pembeli',
    npwp: 'NPWP pembeli',
    base: 'DPP',
    tax: 'PPN',
    luxuryTax: 'PPnBM',
    amounts: 'Nilai dan status',
    invoices: 'Faktur',
    status: 'Status',
  },
  status: {
    ready: 'Siap',
    confirm: 'Perlu konfirmasi',
    blocked: 'Tertahan',
    confirmed: 'Dikonfirmasi',
    exported: 'Sudah diekspor',
  },
  rateMissing: 'Kurs belum ada',
  problems: 'Sebelum diekspor',
  noProblems: 'Semua faktur siap.',
  times: (documents) => `${formatCount(documents)} ×`,
  ruleTitles: {
    filing_party_changed: 'NPWP berubah setelah disetujui',
    filing_value_changed: 'nilai berubah setelah disetujui',
    filing_buyer_address_unknown: 'alamat pembeli belum ada; diisi oleh Coretax',
    filing_date_future: 'tanggal di masa depan',
    filing_date_too_old: 'tanggal sebelum 2025; gunakan e-Faktur',
    filing_deadline_passed: 'batas unggah sudah lewat; Coretax tidak lagi menyetujuinya',
    filing_deadline_near: 'batas unggah sudah dekat',
    filing_other_period: 'tanggal di luar masa pajak',
    filing_price_rounded: 'harga lebih dari dua desimal',
    filing_converted: 'dikonversi ke rupiah',
    filing_duplicate: 'penjual dan nomor sama dengan dokumen lain',
    filing_exported: 'sudah diekspor',
    filing_changed_since_export: 'berubah sejak diekspor',
  },
  affected: (documents) => `Tampilkan ${invoices(documents)}`,
  severity: { error: 'Harus diperbaiki', confirm: 'Mohon dikonfirmasi', info: 'Catatan' },
  fix: {
    correct: 'Tinjau',
    split: 'Pisahkan PDF',
    directory: 'Buka direktori',
    numbers: 'Isi NPWP',
    rates: 'Isi kurs pajak',
    undo_export: 'Lihat berkas yang diekspor',
  },
  confirm: (documents) =>
    documents === 1 ? 'Konfirmasi' : `Konfirmasi semua (${formatCount(documents)})`,
  exportAgain: (documents) =>
    documents === 1 ? 'Sertakan lagi' : `Sertakan lagi semua (${formatCount(documents)})`,
  confirmedAll: 'Dikonfirmasi',
  invoices: 'Faktur',
  export: (ready, total) =>
    ready === total
      ? `Ekspor ${invoices(total)}`
      : `Ekspor ${formatCount(ready)} dari ${invoices(total)}`,
  fileTotals: (base, tax) => `DPP ${base} · PPN ${tax}`,
  signer: (name) => `Ditandatangani di Coretax oleh ${name}`,
  oneSeller: 'Pilih penjual di atas: satu berkas Coretax memuat satu penjual.',
  exportNone: 'Tidak ada yang dapat diekspor',
  exporting: 'Mengekspor…',
  exported: (file) => `Ekspor selesai. ${file} sudah diunduh.`,
  changedSince: (documents) =>
    `${invoices(documents)} berubah setelah diperiksa dan tidak masuk berkas. Periksa lagi, lalu batalkan ekspor ini atau ekspor sisanya.`,
  files: 'Berkas yang diekspor',
  fileFacts: (total, date) => `${invoices(total)} · ${date}`,
  undo: 'Batalkan ekspor',
  undoLabel: (file) => `Batalkan ekspor ${file}`,
  undone: 'Ekspor dibatalkan. Fakturnya dapat diekspor lagi.',
}
