import type { MonthWords } from '../en/month.ts'
import { formatCount } from '../locale/locale.ts'

const invoices = (total: number) => `${formatCount(total)} faktur`

export const monthWords: MonthWords = {
  title: 'Masa pajak',
  heading: 'Masa pajak',
  lead: 'Periksa faktur satu masa pajak, cocokkan jumlahnya dengan pembukuan, lalu ekspor menjadi satu file Coretax.',
  period: 'Masa pajak',
  seller: 'Penjual',
  allSellers: 'Semua penjual',
  loading: 'Memeriksa faktur…',
  notLoaded: 'Faktur tidak dapat diperiksa',
  empty: 'Belum ada faktur. Unggah faktur untuk memulai.',
  upload: 'Unggah faktur',
  totals: 'Jumlah',
  columns: {
    number: 'Nomor',
    date: 'Tanggal',
    seller: 'Penjual',
    buyer: 'Pembeli',
    npwp: 'NPWP pembeli',
    base: 'DPP',
    tax: 'PPN',
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
  affected: (documents) => `Tampilkan ${invoices(documents)}`,
  severity: { error: 'Harus diperbaiki', confirm: 'Mohon dikonfirmasi', info: 'Catatan' },
  fix: {
    correct: 'Tinjau',
    directory: 'Buka direktori',
    numbers: 'Isi NPWP',
    rates: 'Isi kurs pajak',
    by_hand: 'Isi langsung di Coretax',
    undo_export: 'Lihat file yang diekspor',
  },
  confirm: (documents) =>
    documents === 1 ? 'Konfirmasi' : `Konfirmasi semua (${formatCount(documents)})`,
  exportAgain: (documents) =>
    documents === 1 ? 'Ekspor lagi' : `Ekspor lagi semua (${formatCount(documents)})`,
  confirmedAll: 'Dikonfirmasi',
  invoices: 'Faktur',
  export: (ready, total) =>
    ready === total
      ? `Ekspor ${invoices(total)}`
      : `Ekspor ${formatCount(ready)} dari ${invoices(total)}`,
  fileTotals: (base, tax) => `DPP ${base} · PPN ${tax}`,
  signer: (name) => `Ditandatangani di Coretax oleh ${name}`,
  oneSeller: 'Pilih penjual di atas: satu file Coretax memuat satu penjual.',
  exportNone: 'Tidak ada yang dapat diekspor',
  exporting: 'Mengekspor…',
  exported: (file) => `Ekspor selesai. ${file} sudah diunduh.`,
  files: 'File yang diekspor',
  fileFacts: (total, date) => `${invoices(total)} · ${date}`,
  undo: 'Batalkan ekspor',
  undoLabel: (file) => `Batalkan ekspor ${file}`,
  undone: 'Ekspor dibatalkan. Fakturnya dapat diekspor lagi.',
}
