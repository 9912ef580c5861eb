import { formatCount } from '../locale/locale.ts'
import type { UiText } from '../en/ui-text.ts'
import { errors } from '../../../domain/i18n/id/errors.ts'
import { faults } from '../../../domain/i18n/id/faults.ts'
import { paramKinds } from '../../../domain/i18n/id/param-kinds.ts'
import { problems } from '../../../domain/i18n/id/problems.ts'
import { reading } from '../../../domain/i18n/id/reading.ts'

const documents = (number: number) => `${formatCount(number)} dokumen`

export const id: UiText = {
  errors,
  messages: { ...faults, ...problems, ...reading },

  product: 'Docket',
  pageTitle: (page) => `${page} · Docket`,
  skipToContent: 'Langsung ke isi',
  tryAgain: 'Coba lagi',
  close: 'Tutup',
  notification: 'Pemberitahuan',
  copy: 'Salin',
  copied: 'Tersalin',
  copyReference: (reference) => `Salin ${reference}`,
  units: {
    millisecond: 'md',
    second: 'dtk',
    minute: 'mnt',
    hour: 'jam',
    day: 'hari',
    bytes: ['B', 'kB', 'MB', 'GB'],
    perSecond: '/dtk',
    justNow: 'baru saja',
    ago: (time) => `${time} lalu`,
  },

  nav: {
    label: 'Utama',
    home: 'Beranda Docket',
    upload: 'Unggah',
    uploading: (files) => `Mengunggah ${documents(files)}`,
    queue: 'Antrean',
    active: (jobs) => `${formatCount(jobs)} pekerjaan aktif`,
    month: 'Masa pajak',
    directory: 'Direktori',
    mappings: 'Pemetaan',
    api: 'API',
    settings: 'Pengaturan',
    signIn: 'Masuk',
    account: (name: string) => `Akun ${name}`,
    privacy: 'Privasi',
    shortcuts: 'Pintasan keyboard',
    commands: 'Cari dan perintah',
    footer: 'Lainnya',
  },

  upload: {
    title: 'Unggah',
    heading: 'Ubah PDF menjadi data',
    lead: 'Faktur menjadi XML Coretax, heat sheet menjadi kalender, PDF lain menjadi teks.',
    choose: 'Pilih PDF atau foto',
    takePhoto: 'Ambil foto',
    dropHint: 'Atau seret berkas atau folder ke sini',
    limit: (size) => `Maksimal ${size} per berkas. Jumlah berkas tidak dibatasi.`,
    inputFormat: 'PDF',
    becomes: 'menjadi',
    sample: 'Coba contoh PDF',
    sampleName: 'contoh.pdf',
    sampleHint: 'Belum punya PDF?',
  },

  web: {
    open: 'Tambah dari web',
    heading: 'Tambah dari web',
    label: 'Tautan ke PDF, atau ke halaman yang memuat PDF',
    placeholder: 'https://',
    hint: 'Satu tautan per baris.',
    add: 'Tambahkan sebagai PDF',
    find: 'Cari PDF di halaman ini',
    finding: 'Mencari di halaman…',
    invalidUrl: 'Masukkan tautan yang diawali https:// atau http://.',
    found: (links, page) => `${formatCount(links)} PDF di ${page}`,
    noneFound:
      'Tidak ada PDF di halaman ini. Jika tautannya sendiri adalah PDF, pilih “Tambahkan sebagai PDF”.',
    all: 'Pilih semua',
    addSelected: (links) => `Tambahkan ${formatCount(links)} PDF`,
    kinds: {
      heat_sheet: 'Heat sheet',
      psych_sheet: 'Psych sheet',
      timeline: 'Jadwal',
      results: 'Hasil lomba',
      other: 'Lainnya',
    },
    outdated: 'Edisi sebelumnya',
    skipped: (links) => `${formatCount(links)} tautan tidak dapat dipakai`,
    omitted: (links) => `${formatCount(links)} tautan lain di halaman ini tidak ditampilkan.`,
    skipReasons: {
      blocked: 'Alamat ini tidak terbuka untuk umum. Unduh berkasnya lalu unggah.',
      sign_in: 'Harus masuk dengan akun. Buka tautannya, unduh PDF-nya, lalu unggah.',
      not_found: 'Tautannya rusak.',
      failed: 'Situsnya tidak merespons dengan benar. Coba lagi nanti.',
      not_pdf: 'Berkas ini bukan PDF.',
      unreadable_folder:
        'Folder bersama yang hanya dapat dibuka di peramban. Unduh PDF-nya lalu unggah.',
      no_documents: 'Belum ada PDF di sana.',
      limit: 'Tidak dicari karena halamannya memuat banyak tautan. Cari tautan ini tersendiri.',
      not_rendered: 'Halaman tidak dapat dimuat seluruhnya. Mungkin ada tautan yang terlewat.',
    },
  },

  draft: {
    heading: documents,
    list: 'Dokumen yang akan diunggah',
    kind: 'Jenis dokumen',
    start: (files) => `Proses ${documents(files)}`,
    startNone: 'Belum ada yang dapat diproses',
    clear: 'Hapus semua',
    drag: (name) => `Pindahkan ${name}. Gunakan tombol panah.`,
    dragHint: 'Seret atau gunakan tombol panah',
    moved: (name, place, all) =>
      `${name} dipindahkan ke urutan ${formatCount(place)} dari ${formatCount(all)}.`,
    remove: (name) => `Hapus ${name}`,
    rename: (name) => `Ganti nama ${name}`,
    newName: (name) => `Nama baru untuk ${name}`,
    checking: 'Memeriksa…',
    fromWeb: 'Dari web',
    duplicate: 'Sudah ada di daftar.',
    unreadable: 'Berkas ini tidak dapat dibuka. Pilih lagi. Untuk folder, pilih PDF di dalamnya.',
    notStored:
      'Browser ini tidak dapat menyimpan berkas Anda. Jangan tutup halaman ini sampai pengunggahan selesai.',
  },

  kinds: {
    auto: {
      title: 'Otomatis',
      text: 'Deteksi otomatis (disarankan).',
    },
    invoice: {
      title: 'Faktur',
      text: 'Dicocokkan dengan totalnya, lalu diekspor sebagai XML Coretax.',
    },
    heat_sheet: { title: 'Heat sheet', text: 'Nomor lomba perenang, siap untuk kalender.' },
    text: { title: 'PDF apa saja', text: 'Teks biasa, halaman demi halaman.' },
    fields: { title: 'Kolom khusus', text: 'Nilai yang Anda tentukan, dari dokumen apa pun.' },
  },
  layout: {
    label: 'Tata letak',
    recognise: 'Deteksi otomatis',
    draft: (title) => `${title} (draf)`,
  },
  params: {
    swimmer: 'Perenang',
    team: 'Klub',
    age: 'Umur',
    date: 'Tanggal',
    session_start: 'Mulai sesi',
    time_zone: 'Zona waktu kolam',
    venue: 'Kolam',
    reminder: 'Pengingat (menit sebelum seri)',
  },
  paramHints: {
    swimmer:
      'Nama depan dan belakang. Pisahkan beberapa perenang dengan titik koma. Kosongkan untuk seluruh lomba.',
    team: 'Jika ada dua perenang dengan nama yang sama',
    age: 'Jika ada dua perenang dengan nama yang sama',
    date: 'Jika tidak tertera di heat sheet',
    session_start: 'Jika heat sheet tidak mencantumkan jam',
    venue: 'Jika tidak tertera di heat sheet',
    reminder: '0 untuk tanpa pengingat',
  },
  paramKinds,
  more: 'Opsi lainnya',
  swimmers: {
    heading: 'Perenang terakhir',
    add: (name) => `Tambahkan ${name}`,
    clear: 'Kosongkan daftar',
  },

  uploads: {
    heading: 'Mengunggah',
    sentHeading: 'Terunggah',
    failedHeading: 'Tidak terunggah',
    sentDocuments: (sent, total) => `${formatCount(sent)} dari ${documents(total)}`,
    pause: 'Jeda',
    resume: 'Lanjutkan',
    paused: 'Dijeda',
    cancelAll: 'Batalkan semua',
    openAll: 'Tampilkan dokumen',
    notSent: (files) => `${documents(files)} tidak dapat diunggah.`,
    documents,
    total: 'Semua dokumen',
    progressLabel: (name) => `Mengunggah ${name}`,
    waiting: 'Menunggu',
    storing: 'Menyimpan…',
    sentBytes: (sent, total) => `${sent} dari ${total}`,
    left: (time) => `${time} lagi`,
    offline: 'Anda sedang offline. Pengunggahan berlanjut setelah tersambung lagi.',
    retryingIn: (time) => `Mencoba lagi dalam ${time}.`,
    now: 'Coba sekarang',
    cancel: 'Batal',
    cancelLabel: (files) => `Batalkan pengunggahan ${documents(files)}`,
    back: 'Kembalikan ke daftar',
    retry: 'Coba lagi',
    open: 'Buka kelompok',
    dismiss: 'Tutup pemberitahuan',
    sent: (files) => `${documents(files)} terunggah`,
    rejected: (files) => `${documents(files)} ditolak:`,
  },

  announcements: {
    uploaded: (files, filename) =>
      files === 1 ? `${filename} terunggah.` : `${documents(files)} terunggah.`,
    not_uploaded: (files, filename) =>
      files === 1 ? `${filename} gagal diunggah.` : `${documents(files)} gagal diunggah.`,
    complete: (files, filename) =>
      files === 1 ? `${filename} selesai.` : `${documents(files)} selesai.`,
    failed: (files, filename) =>
      files === 1 ? `${filename} gagal.` : `${documents(files)} gagal.`,
  },

  shortcuts: {
    heading: 'Pintasan keyboard',
    off: 'Pintasan satu tombol dinonaktifkan di Pengaturan.',
    thenPress: 'lalu',
    help: 'Tampilkan pintasan',
    upload: 'Buka Unggah',
    queue: 'Buka Antrean',
    month: 'Buka Masa pajak',
    directory: 'Buka Direktori',
    mappings: 'Buka Pemetaan',
    settings: 'Buka Pengaturan',
  },

  connection: {
    offline: 'Anda sedang offline',
    retrying: 'Data di halaman ini mungkin belum terbaru. Menyambungkan kembali…',
  },

  notFound: {
    title: 'Halaman tidak ditemukan',
    heading: 'Halaman tidak ditemukan',
    text: 'Periksa alamatnya, atau mulai dari salah satu halaman ini.',
  },
  broken: {
    title: 'Terjadi kesalahan',
    heading: 'Terjadi kesalahan',
    text: 'Berkas dan pekerjaan Anda aman. Coba lagi, atau muat ulang halaman.',
    reload: 'Muat ulang halaman',
  },
}
