import { formatCount } from '../locale/locale.ts'
import type { MappingWords } from '../en/mappings.ts'

export const mappingWords: MappingWords = {
  title: 'Pemetaan',
  heading: 'Pemetaan',
  lead: 'Pemetaan menentukan cara Docket membaca satu tata letak dokumen: label mana untuk nilai mana. Buka satu, uji dengan PDF, lalu ubah.',
  list: 'Daftar pemetaan',
  notLoaded: 'Pemetaan tidak dapat dimuat',
  notLoadedOne: 'Pemetaan ini tidak dapat dimuat',
  draft: 'Draf',
  draftHint: 'Hanya dipakai jika dipilih dengan namanya.',
  builtIn: 'Bawaan Docket',
  isDefault: 'Pilihan bawaan',
  version: (version) => `versi ${formatCount(version)}`,
  savedAt: (moment, name) => `disimpan ${moment} oleh ${name}`,
  writes: (formats) => `Keluaran: ${formats}`,
  back: 'Semua pemetaan',

  pdf: {
    heading: 'Uji dengan PDF',
    hint: 'Berkas tidak disimpan.',
    choose: 'Pilih PDF',
    another: 'Pilih PDF lain',
    sample: 'Pakai contoh',
    tested: (name) => `Diuji dengan ${name}.`,
    none: 'Pilih PDF untuk melihat apa yang ditemukan pemetaan ini.',
    reading: 'Membaca…',
  },

  editor: {
    heading: 'Pemetaan',
    label: (name) => `YAML ${name}`,
    hint: 'Perubahan langsung diuji saat Anda mengetik dan tersimpan di perangkat ini sampai Anda menyimpan atau membuangnya.',
    edited: 'Perubahan belum disimpan',
    discard: 'Buang perubahan',
    mistakes: (mistakes) => `${formatCount(mistakes)} kesalahan. Perbaiki untuk menjalankan uji.`,
    findings: 'Kesalahan pemetaan',
    line: (line) => `Baris ${formatCount(line)}`,
    hints: 'Saran',
    noMistakes: 'Tidak ada kesalahan.',
  },

  learned: {
    heading: 'Dipelajari dari faktur Anda',
    lead: 'Docket memakai tata letak ini untuk faktur berikutnya dari pengirim yang sama. Hanya Anda yang dapat melihatnya.',
    documents: (documents) => `${formatCount(documents)} faktur`,
    edited: 'Telah diubah',
    own: 'Tata letak Anda',
    save: 'Simpan perubahan',
    saved: (name) => `${name} disimpan.`,
    remove: 'Hapus tata letak',
    removeNamed: (title) => `Hapus ${title}`,
    removed: (name) => `${name} dihapus.`,
  },

  save: {
    open: 'Simpan sebagai draf',
    heading: 'Simpan sebagai draf',
    text: 'Menyimpan memerlukan kunci admin server ini. Draf hanya dipakai jika dipilih dengan namanya.',
    name: 'Nama',
    nameHint: 'Misalnya my_layout_v1. Nama di dalam YAML ikut disesuaikan.',
    key: 'Kunci admin',
    keyHint: 'Tidak disimpan. Anda perlu memasukkannya lagi setelah menutup halaman ini.',
    save: 'Simpan',
    saved: (name) => `${name} disimpan sebagai draf.`,
    cancel: 'Batal',
    remove: 'Hapus draf',
    removeHeading: (name) => `Hapus ${name}?`,
    removeText:
      'Draf ini tidak dapat dipakai lagi untuk dokumen baru. Hasil yang sudah ada tidak berubah.',
    confirmRemove: 'Hapus',
    removed: (name) => `${name} dihapus.`,
  },

  page: {
    heading: 'Tampilan halaman',
    label: (page, pages) =>
      `Halaman ${formatCount(page)} dari ${formatCount(pages)}, seperti dilihat Docket`,
    previous: 'Halaman sebelumnya',
    next: 'Halaman berikutnya',
    notShown: (drawn, pages) =>
      `Semua ${formatCount(pages)} halaman dibaca. Yang ditampilkan ${formatCount(drawn)} halaman pertama.`,
    scan: 'Halaman ini hasil pindai dan tidak memiliki teks.',
    legend: {
      label: 'penanda',
      value: 'nilai',
      near: 'tidak cocok',
      column: 'kolom',
    },
  },

  report: {
    summary: (good, bad) =>
      bad === 0
        ? `Semua ${formatCount(good)} butir sesuai.`
        : `${formatCount(good)} sesuai, ${formatCount(bad)} bermasalah.`,
    onlyText: 'Pemetaan ini membaca teks biasa, jadi tidak ada nilai untuk ditampilkan.',
    group: {
      match: 'Pengenalan',
      formats: 'Format angka dan tanggal',
      fields: 'Isian',
      table: 'Tabel',
      totals: 'Jumlah',
      checks: 'Pemeriksaan',
      values: 'Nilai yang diekstrak',
    },
    states: { good: 'Sesuai', bad: 'Bermasalah' },
    quoted: (text) => `“${text}”`,
    onPage: (page) => `Halaman ${formatCount(page)}`,
    acrossPages: 'Lintas halaman',
    notFound: (closestMatch) =>
      closestMatch === undefined
        ? 'tidak ditemukan'
        : `tidak ditemukan; yang paling mirip: “${closestMatch}”`,
    alsoMatches: 'juga cocok dengan dokumen ini',
    numbers: 'Angka',
    dates: 'Tanggal',
    undecided: 'belum pasti',
    dayFirst: 'hari lebih dulu',
    monthFirst: 'bulan lebih dulu',
    constant: 'Nilai tetap.',
    foundTimes: (places) =>
      `Ditemukan ${formatCount(places)} kali. Pakai nth atau exact untuk memilih satu.`,
    tooFew: (found, nth) =>
      `hanya ${formatCount(found)} ditemukan, sedangkan nth ${formatCount(nth)}`,
    noMatch: 'tidak ada yang cocok',
    wrongType: (text) => `“${text}” bukan jenis yang tepat`,
    noText: 'tidak ada teks di sana',
    rightOf: (label) => `Di kanan “${label}”`,
    below: (label) => `Di bawah “${label}”`,
    above: (label) => `Baris di atas “${label}”`,
    under: (field) => `Baris di bawah ${field}`,
    pattern: (pattern) => `Pola ${pattern}`,
    header: 'Kepala tabel dan kolomnya',
    continues: 'Tanpa kepala tabel: tabel berlanjut',
    headerMissing: (labels) => `Tanpa kepala tabel: ${labels} tidak ditemukan`,
    headerSplit: 'Tanpa kepala tabel: labelnya tidak sebaris',
    item: (item) => `Barang ${formatCount(item)}`,
    itemContinued: (item) => `Lanjutan barang ${formatCount(item)}`,
    ignored: (lacks) => `Diabaikan: tanpa ${lacks}`,
    skipped: (pattern) => `Dilewati: cocok dengan ${pattern}`,
    ends: (pattern) => `Akhir tabel: cocok dengan ${pattern}`,
  },
}
