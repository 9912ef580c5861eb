import { formatCount } from '../locale/locale.ts'
import type { notifyWords as en } from '../en/notifications.ts'

export const notifyWords: typeof en = {
  beTold: {
    heading: 'Tidak perlu menunggu di sini',
    byMail: 'Terima surel setelah semuanya selesai',
    email: 'Alamat surel Anda',
    privacy: 'Satu surel, tidak lebih.',
    privacyLink: 'Apa yang disimpan darinya',
    send: 'Kirimi saya surel',
    willWrite: (address) => `Surel akan dikirim ke ${address} setelah semuanya selesai.`,
    wrote: (address) => `Surel telah dikirim ke ${address}.`,
    failed: (address) => `Surel ke ${address} tidak dapat dikirim.`,
    byBrowser: 'Beri tahu saya di peramban ini',
    armed: 'Peramban ini akan memberi tahu setelah semuanya selesai. Biarkan halaman ini terbuka.',
    refused:
      'Peramban ini tidak mengizinkan pemberitahuan. Anda dapat mengizinkannya di setelannya.',
    done: (total) => `${formatCount(total)} dokumen selesai`,
    doneText: (complete, failed) =>
      failed === 0 ? `Terbaca: ${complete}` : `Terbaca: ${complete}, gagal: ${failed}`,
  },

  webhooks: {
    heading: 'Webhook',
    text: 'Docket memanggil alamat Anda setiap kali ada yang selesai, dengan tanda tangan sehingga Anda tahu itu dari kami.',
    notLoaded: 'Webhook Anda tidak dapat dimuat',
    url: 'Alamat yang dipanggil',
    events: 'Kapan dipanggil',
    event: {
      'job.complete': 'Dokumen terbaca',
      'job.needs_review': 'Dokumen perlu diperiksa',
      'job.failed': 'Dokumen gagal',
      'batch.ended': 'Kelompok selesai',
    },
    add: 'Tambah webhook',
    once: 'Salin rahasianya sekarang: hanya ditampilkan kali ini.',
    copy: 'Salin rahasia',
    works: 'Berfungsi',
    unused: 'Belum pernah dipanggil',
    failing: (moment) => `Tidak ada yang sampai sejak ${moment}`,
    off: {
      owner: 'Dimatikan',
      failures: 'Dimatikan oleh Docket karena berhari-hari tidak ada yang sampai',
      gone: 'Dimatikan oleh Docket karena menjawab bahwa ia sudah tidak ada',
      claim: 'Mati: dibuat di peramban ini sebelum Anda masuk. Hidupkan jika memang milik Anda',
    },
    disable: 'Matikan',
    enable: 'Hidupkan',
    remove: 'Hapus',
    removeOf: (url) => `Hapus webhook ${url}`,
    disableOf: (url) => `Matikan webhook ${url}`,
    enableOf: (url) => `Hidupkan webhook ${url}`,
    showLog: 'Tampilkan catatan',
    hideLog: 'Sembunyikan catatan',
    logOf: (url) => `Catatan ${url}`,
    emptyLog: 'Belum ada yang dikirim.',
    state: { pending: 'Dalam perjalanan', delivered: 'Sampai', failed: 'Tidak diteruskan' },
    tries: (tries) => `${formatCount(tries)} percobaan`,
    answered: (status) => `menjawab ${status}`,
    noAnswer: 'tanpa jawaban',
    next: (moment) => `percobaan berikutnya ${moment}`,
    again: 'Kirim lagi',
    againOf: (event, moment) => `Kirim lagi: ${event}, ${moment}`,
    more: 'Tampilkan yang lebih lama',
  },

  unsubscribe: {
    title: 'Surel',
    heading: 'Tidak ingin surel lagi?',
    text: 'Docket tidak akan menulis lagi ke alamat Anda, siapa pun yang memintanya.',
    stop: 'Hentikan surel',
    stopped: 'Anda tidak akan menerima surel lagi dari sini.',
    undo: 'Batalkan',
    undone: 'Anda dapat menerima surel lagi bila seseorang memintanya dengan alamat Anda.',
  },

  privacy: {
    title: 'Privasi',
    heading: 'Apa yang disimpan tentang Anda',
    points: [
      'Yang Anda kirim dan yang terbaca di dalamnya hanya dapat Anda lihat, kecuali Anda membagikan tautannya. Semuanya dihapus setelah waktunya habis, atau bila Anda menghapusnya. Pengelola Docket ini menentukan lamanya, dan dapat melihat penyimpanannya.',
      'Peramban ini dikenali dengan satu kuki agar Anda menemukan dokumen Anda lagi. Tidak ada kuki lain, iklan, atau penghitung pengunjung. Bersama setiap kelompok disimpan alamat jaringan dan nama peramban Anda.',
      'Alamat surel yang Anda berikan untuk suatu kelompok dipakai untuk satu surel tentangnya, dan dihapus bersama hasil kelompok itu. Siapa yang tidak ingin surel diingat dengan sidik alamatnya, bukan alamatnya.',
      'Webhook yang Anda buat diberi tahu nama dan status dokumen Anda, bukan isinya.',
      'Dokumen dibaca di sini. Bila pengelola memasang layanan lain untuk membacanya, seperti gateway atau model bahasa untuk heat sheet, halamannya dikirim ke sana dan tidak ke tempat lain.',
    ],
  },
}
