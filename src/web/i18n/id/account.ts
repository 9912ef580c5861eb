import type { accountText as en } from '../en/account.ts'

export const accountText: typeof en = {
  signIn: {
    title: 'Masuk',
    heading: 'Masuk ke Docket',
    provider: (host) => `Lanjutkan dengan ${host}`,
    already: (name) => `Anda masuk sebagai ${name}.`,
    carryOn: 'Lanjutkan',
    notLoaded: 'Cara masuk tidak dapat dimuat',
    optional: 'Anda tidak perlu akun untuk memakai Docket.',
    without: 'Lanjutkan tanpa masuk',
    key: {
      label: 'Kunci API',
      hint: 'Diawali dk_. Pengelola Docket ini dapat membuatkannya untuk Anda. Docket tidak menyimpannya di browser ini.',
      submit: 'Masuk dengan kunci API',
    },
    problems: {
      ended: 'Anda sudah tidak masuk. Silakan masuk lagi.',
      unreachable:
        'Layanan masuk tidak merespons. Coba lagi beberapa menit lagi. Jika tetap gagal, beri tahu pengelola Docket ini.',
      denied: 'Anda membatalkan, atau layanan masuk menolak. Anda dapat mencoba lagi.',
      expired: 'Proses masuk terlalu lama, atau dimulai di jendela lain. Silakan coba lagi.',
      not_allowed:
        'Alamat email Anda tidak diizinkan di sini. Masuk dengan akun lain, atau minta akses kepada pengelola Docket ini.',
      failed: 'Tidak berhasil masuk. Coba lagi. Jika tetap gagal, beri tahu pengelola Docket ini.',
    },
  },
  viewer: {
    heading: 'Anda dapat melihat, tetapi tidak mengunggah',
    text: 'Tim Anda memberi Anda peran pembaca: Anda melihat dokumennya dan mengunduh hasilnya. Hubungi pemilik tim jika Anda perlu mengubah sesuatu.',
  },
  account: {
    title: 'Akun',
    heading: 'Akun',
    signedInAs: (name) => `Masuk sebagai ${name}`,
    withKey: 'Masuk dengan kunci API.',
    readOnly:
      'Kunci ini hanya untuk membaca: Anda dapat melihat dokumen, tetapi tidak mengubahnya.',
    anonymous: 'Anda belum masuk. Dokumen Anda milik browser ini.',
    signIn: 'Masuk',
    signOut: 'Keluar',
    notLoaded: 'Akun Anda tidak dapat dimuat',
  },
  team: {
    heading: 'Tim',
    offer: 'Kerjakan dokumen yang sama bersama orang lain. Buat tim, lalu undang anggotanya.',
    name: 'Nama tim',
    create: 'Buat tim',
    shared: 'Anggota berbagi antrean, direktori, tata letak, dan pelaporan bulanan.',
    members: 'Anggota',
    you: (name) => `${name} (Anda)`,
    roleOf: (name) => `Peran ${name}`,
    roles: { owner: 'Pemilik', member: 'Anggota', viewer: 'Pembaca' },
    roleHints: {
      owner: 'Pemilik juga dapat mengundang dan mengeluarkan orang.',
      member: 'Anggota dapat mengunggah, memeriksa, dan mengekspor dokumen.',
      viewer:
        'Pembaca dapat melihat dokumen dan mengunduh hasilnya, tetapi tidak mengubah apa pun.',
    },
    remove: 'Keluarkan',
    removeLabel: (name) => `Keluarkan ${name}`,
    leave: 'Tinggalkan tim',
    invite: 'Undang seseorang',
    inviteAs: 'Undang sebagai',
    createLink: 'Buat tautan undangan',
    linkOnce: (moment) =>
      `Kirim tautan ini kepada satu orang. Hanya berlaku sekali, sampai ${moment}. Anda tidak akan melihatnya lagi.`,
    copyLink: 'Salin tautan',
    close: 'Hapus tim',
    notLoaded: 'Tim Anda tidak dapat dimuat',
  },
  join: {
    title: 'Undangan',
    heading: (team) => `Bergabung dengan ${team}`,
    text: (name, role) => `${name} mengundang Anda untuk bekerja sama. Peran Anda: ${role}.`,
    until: (moment) => `Undangan berlaku sampai ${moment}.`,
    ownDocuments:
      'Dokumen yang Anda unggah sebelumnya tetap di ruang kerja Anda sendiri. Anda melihatnya lagi setelah meninggalkan tim.',
    signIn: 'Masuk untuk bergabung',
    accept: (name) => `Bergabung sebagai ${name}`,
    notOpened: 'Undangan tidak dapat dibuka',
  },
}
