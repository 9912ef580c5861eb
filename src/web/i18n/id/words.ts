import { formatCount } from '../locale/locale.ts'
import type { Words } from '../en/words.ts'
import { documentWords } from '../../../domain/i18n/document-words-id.ts'
import { errorRules } from '../../../domain/errors/error-rules.ts'
import { errors } from '../../../domain/i18n/error-words-id.ts'
import type { ErrorCode } from '../../../domain/errors/errors.ts'
import { translator } from '../../../domain/i18n/translate.ts'
import { jobWords } from './jobs.ts'

const documents = (number: number) => `${formatCount(number)} dokumen`

/** A job that failed tells why by the sentence of its code. */
const sentences = {
  ...documentWords.sentences,
  ...Object.fromEntries(
    Object.entries(errors).map(([code, said]) => [errorRules[code as ErrorCode].message, said]),
  ),
}

export const id: Words = {
  errors,
  told: translator({ ...documentWords, sentences }),

  product: 'Docket',
  titleOf: (page) => `${page} · Docket`,
  skipToContent: 'Langsung ke isi',
  tryAgain: 'Coba lagi',
  close: 'Tutup',
  copy: 'Salin',
  copied: 'Tersalin',
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
    home: 'Docket, halaman awal',
    upload: 'Unggah',
    uploading: (files) => `${documents(files)} sedang dikirim`,
    queue: 'Antrean',
    active: (jobs) => `${formatCount(jobs)} pekerjaan aktif`,
    directory: 'Direktori',
    mappings: 'Pemetaan',
    api: 'API',
    settings: 'Pengaturan',
    privacy: 'Privasi',
    shortcuts: 'Pintasan papan ketik',
    footer: 'Lainnya',
  },

  upload: {
    title: 'Unggah',
    heading: 'Ubah PDF menjadi data',
    lead: 'Faktur menjadi XML Coretax, heat sheet menjadi kalender, PDF lain menjadi teks.',
    choose: 'Pilih PDF',
    otherWays: 'Atau lepaskan di mana saja di jendela ini, atau tempelkan',
    limit: (size) => `Masing-masing hingga ${size}, sebanyak yang Anda mau.`,
    from: 'PDF',
    becomes: 'menjadi',
    sample: 'Coba dengan contoh PDF',
    sampleName: 'contoh.pdf',
    sampleHint: 'Belum punya berkas?',
    drop: (files) =>
      `Lepaskan untuk menambahkan ${files > 0 ? `${formatCount(files)} berkas` : 'berkas'}`,
    dropNext: 'Setelah itu Anda tentukan akan dijadikan apa.',
  },

  web: {
    open: 'Tambah dari web',
    heading: 'Tambah dari web',
    label: 'Alamat sebuah PDF, atau halaman yang menautkannya',
    placeholder: 'https://',
    hint: 'Boleh beberapa alamat sekaligus: satu per baris.',
    add: 'Tambahkan sebagai PDF',
    find: 'Cari PDF di halaman ini',
    finding: 'Memeriksa halaman',
    noAddress: 'Berikan alamat yang diawali https:// atau http://.',
    found: (links, page) => `${formatCount(links)} PDF di ${page}`,
    foundNone:
      'Halaman ini tidak menautkan PDF. Jika halaman itu sendiri sebuah PDF, tambahkan alamatnya sebagai PDF.',
    all: 'Pilih semua',
    addChosen: (links) => `Tambahkan ${formatCount(links)} PDF`,
    kinds: {
      heat_sheet: 'Heat sheet',
      psych_sheet: 'Psych sheet',
      timeline: 'Jadwal',
      results: 'Hasil lomba',
      other: 'Lainnya',
    },
  },

  draft: {
    heading: documents,
    list: 'Dokumen yang akan dikirim',
    kind: 'Dokumen apa ini?',
    start: (files) => `Baca ${documents(files)}`,
    startNone: 'Belum ada yang dapat dikirim',
    batches: (batches, most) =>
      `Dikirim sebagai ${formatCount(batches)} kelompok berisi hingga ${formatCount(most)}, satu demi satu.`,
    clear: 'Hapus semua',
    drag: (name) => `Pindahkan ${name}. Tombol panah memindahkannya ke atas dan ke bawah.`,
    dragHint: 'Seret, atau gunakan tombol panah',
    moved: (name, place, all) =>
      `${name}: sekarang nomor ${formatCount(place)} dari ${formatCount(all)}.`,
    remove: (name) => `Hapus ${name}`,
    rename: (name) => `Ganti nama ${name}`,
    newName: (name) => `Nama baru untuk ${name}`,
    checking: 'Memeriksa',
    fromWeb: 'Dari web',
    duplicate: 'Yang ini sudah ada di daftar.',
    unreadable:
      'Berkas ini tidak dapat dibaca dari perangkat Anda. Pilih lagi; untuk folder, pilih PDF di dalamnya.',
    notKept:
      'Peramban ini tidak menyimpan berkas: tetaplah di halaman ini sampai semuanya terkirim, atau berkas harus dipilih lagi.',
  },

  kinds: {
    auto: {
      title: 'Otomatis',
      text: 'Dokumennya sendiri yang menentukan. Tepat untuk kebanyakan.',
    },
    invoice: {
      title: 'Faktur',
      text: 'Dibaca, dibuktikan dengan hitungan, ditulis sebagai XML Coretax.',
    },
    heat_sheet: { title: 'Heat sheet', text: 'Nomor lomba seorang perenang, untuk kalender.' },
    text: { title: 'PDF apa saja', text: 'Hanya teksnya, halaman demi halaman.' },
  },
  layout: {
    label: 'Tata letak',
    recognise: 'Kenali sendiri',
    draft: (title) => `${title} (konsep)`,
  },
  params: {
    swimmer: 'Perenang',
    team: 'Klub',
    age: 'Umur',
    date: 'Tanggal',
    session_start: 'Mulai sesi',
    time_zone: 'Zona waktu kolam',
    venue: 'Kolam',
    reminder: 'Ingatkan sebelum seri, dalam menit',
  },
  paramHints: {
    swimmer:
      'Nama depan dan belakang. Beberapa orang: pisahkan dengan titik koma. Kosong: seluruh lomba.',
    team: 'Bila dua perenang bernama sama',
    age: 'Bila dua perenang bernama sama',
    date: 'Bila tidak tertera di lembarnya',
    session_start: 'Bila lembarnya tanpa jam',
    venue: 'Bila lembarnya tidak menyebutkan',
    reminder: '0: tanpa pengingat',
  },
  more: 'Keterangan lain (opsional)',
  swimmers: {
    heading: 'Perenang yang pernah dicari',
    add: (name) => `Tambahkan ${name}`,
    forget: 'Lupakan',
  },

  shipments: {
    heading: 'Sedang dikirim',
    sentHeading: 'Terkirim',
    batchOf: (batch, batches) => `Kelompok ${formatCount(batch)} dari ${formatCount(batches)}`,
    documents,
    total: 'Semua dokumen',
    progressOf: (name) => `Pengunggahan ${name}`,
    waiting: 'Menunggu giliran',
    storing: 'Terkirim. Server sedang menyimpannya',
    sentOf: (sent, total) => `${sent} dari ${total}`,
    left: (time) => `${time} lagi`,
    offline: 'Anda sedang luring. Pengiriman berlanjut sendiri begitu tersambung lagi.',
    again: 'Akan dicoba lagi dengan sendirinya.',
    now: 'Coba sekarang',
    cancel: 'Batal',
    cancelOf: (files) => `Batalkan pengunggahan ${documents(files)}`,
    back: 'Kembalikan ke daftar',
    retry: 'Coba lagi',
    open: 'Buka kelompok ini',
    dismiss: 'Singkirkan dari halaman ini',
    sent: (files) => `${documents(files)} terkirim`,
    notTaken: (files) => `${documents(files)} tidak diterima:`,
  },

  ...jobWords,

  news: {
    uploaded: (files, filename) =>
      files === 1 ? `${filename} sudah diunggah.` : `${documents(files)} sudah diunggah.`,
    not_uploaded: (files, filename) =>
      files === 1 ? `${filename} tidak terunggah.` : `${documents(files)} tidak terunggah.`,
    complete: (files, filename) =>
      files === 1 ? `${filename} selesai.` : `${documents(files)} selesai.`,
    failed: (files, filename) =>
      files === 1 ? `${filename} gagal.` : `${documents(files)} gagal.`,
  },

  settings: {
    title: 'Pengaturan',
    heading: 'Pengaturan',
    onDevice: 'Bahasa, tema, dan papan ketik disimpan di perangkat ini.',
    language: 'Bahasa',
    asBrowser: (language) => `Seperti peramban saya (${language})`,
    theme: 'Tema',
    themes: { system: 'Seperti sistem saya', light: 'Terang', dark: 'Gelap' },
    keyboard: 'Papan ketik',
    letters: 'Huruf sebagai pintasan',
    lettersHint: 'Matikan jika Anda mendikte atau jika pintasan mengganggu.',
    operatorHint: 'Anda yang menjalankan Docket ini?',
    operator: 'Ke halaman operator',
    keys: {
      heading: 'Kunci API',
      text: 'Dengan kunci, program Anda sendiri dapat melihat dan mengirim seperti Anda di sini.',
      name: 'Untuk apa',
      mayWrite: 'Boleh mengirim dan mengubah, bukan hanya melihat',
      make: 'Buat kunci',
      once: 'Salin sekarang: kunci hanya ditampilkan kali ini.',
      copy: 'Salin kunci',
      created: (moment) => `Dibuat ${moment}`,
      used: (moment) => `terakhir dipakai ${moment}`,
      unused: 'belum pernah dipakai',
      until: (moment) => `berlaku sampai ${moment}`,
      readOnly: 'hanya melihat',
      revoke: 'Akhiri',
      revokeOf: (name) => `Akhiri kunci ${name}`,
      ended: 'Berakhir',
      notLoaded: 'Kunci Anda tidak dapat dimuat',
    },
  },

  shortcuts: {
    heading: 'Pintasan papan ketik',
    off: 'Huruf sebagai pintasan dimatikan di pengaturan.',
    thenPress: 'lalu',
    help: 'Tampilkan daftar ini',
    upload: 'Ke halaman unggah',
    queue: 'Ke antrean',
    directory: 'Ke direktori',
    mappings: 'Ke pemetaan',
    settings: 'Ke pengaturan',
  },

  connection: {
    offline: 'Anda sedang luring',
    retrying: 'Yang tampak mungkin sudah usang. Dicoba lagi setiap beberapa detik.',
  },

  notFound: {
    title: 'Tidak ditemukan',
    heading: 'Tidak ada halaman di alamat ini',
    text: 'Periksa alamatnya, atau lanjutkan dari sini.',
  },
  broken: {
    title: 'Ada yang rusak',
    heading: 'Halaman ini rusak',
    text: 'Yang Anda pilih tersimpan dan pekerjaan Anda aman. Jika mencoba lagi tidak membantu, muat ulang halamannya.',
    reload: 'Muat ulang halaman',
  },
}
