import type { Dictionary } from './translate.ts'

/** What `say` marks, to people who read Indonesian. */
export const documentWords: Dictionary = {
  number: (english) => english.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),

  sentences: {
    // What must add up.
    'Quantity × price is the amount in the line.':
      'Kuantitas × harga sama dengan nilai pada barisnya.',
    'Quantity × price is the amount in all {} lines.':
      'Kuantitas × harga sama dengan nilai pada semua {number} baris.',
    'Line {}: {} = {}, but its amount is {} {}.':
      'Baris {number}: {words} = {number}, tetapi nilainya {number} {words}.',
    'The lines add up to the subtotal of {}.':
      'Semua baris berjumlah {number}, sama dengan subjumlah.',
    'The lines add up to {}, but the subtotal is {} {}.':
      'Semua baris berjumlah {number}, tetapi subjumlahnya {number} {words}.',
    'They add up to the grand total, so they seem to include the tax.':
      'Jumlah itu sama dengan jumlah akhir, jadi tampaknya sudah termasuk pajak.',
    'The quantities add up to {}, as printed.':
      'Semua kuantitas berjumlah {number}, seperti tercetak.',
    'The quantities add up to {}, but the total quantity is {} {}.':
      'Semua kuantitas berjumlah {number}, tetapi jumlah kuantitas yang tercetak {number} {words}.',
    'The tax base of {} follows from the amounts.':
      'Dasar pengenaan pajak {number} sesuai dengan hitungannya.',
    'The tax base should be {}, that is {}, but it is {} {}.':
      'Dasar pengenaan pajak seharusnya {words}, yaitu {number}, tetapi tertulis {number} {words}.',
    'It is {} % of that: perhaps a down payment.': 'Itu {number} % darinya: mungkin uang muka.',
    'The tax of {} is {} % of the tax base.':
      'Pajak {number} adalah {number} % dari dasar pengenaan pajak.',
    'The tax on {} should be {}, but it is {} {}.':
      'Pajak atas {number} seharusnya {number}, tetapi tertulis {number} {words}.',
    'The tax of {} follows from its own rates.': 'Pajak {number} sesuai dengan tarifnya.',
    'Amounts and tax add up to the grand total of {}.':
      'Nilai dan pajak berjumlah {number}, sama dengan jumlah akhir.',
    '{} add up to the grand total of {}.': '{words} berjumlah {number}, sama dengan jumlah akhir.',
    '{} add up to {}, but the grand total is {} {}.':
      '{words} berjumlah {number}, tetapi jumlah akhirnya {number} {words}.',
    '{} should be {}, but it is {} {}.':
      '{words} seharusnya {number}, tetapi tertulis {number} {words}.',
    'What is left to pay, {}, follows from the grand total.':
      'Sisa yang harus dibayar, {number}, sesuai dengan jumlah akhir.',
    'No total was found that would show that all lines are there.':
      'Tidak ditemukan jumlah yang menunjukkan bahwa semua baris ada.',
    'This invoice asks for an instalment of {}, {}. Enter it in Coretax by hand: a file would hold the whole.':
      'Faktur ini menagih angsuran sebesar {number}, {words}. Masukkan sendiri di Coretax: berkas akan memuat keseluruhannya.',

    // What is missing or doubtful in an invoice.
    '{}: not found on the invoice.': '{words} tidak ditemukan di faktur.',
    'Line {} has no {}.': 'Baris {number} tidak memiliki {words}.',
    'Line {} was not fully understood: check its {}.':
      'Baris {number} tidak sepenuhnya dipahami: periksa {words}nya.',
    'Line {} adds nothing to the total: check that it is an item.':
      'Baris {number} tidak menambah jumlah: periksa apakah memang barang atau jasa.',
    'The text above the first item may be its own or a heading: check the descriptions.':
      'Teks di atas barang pertama mungkin uraiannya atau judul: periksa uraiannya.',
    '{} is taken for a charge because the total adds up with it.':
      '{} dianggap biaya karena jumlahnya cocok bila disertakan.',
    'What is meant by "{}" ({}) was not understood.': 'Maksud “{}” ({}) tidak dipahami.',
    'This may be an item that was not read: {}': 'Ini mungkin barang yang tidak terbaca: {}',
    'Who sells was not found on the invoice.': 'Penjual tidak ditemukan di faktur.',
    'The currency is a dollar, but the invoice does not say whose.':
      'Mata uangnya dolar, tetapi faktur tidak menyebutkan dolar negara mana.',
    'The {} is taken to be {}, but {} may be meant.':
      '{words} dianggap {}, tetapi mungkin yang dimaksud {}.',
    'The buyer is taken to be {}; no label says so for certain.':
      'Pembeli dianggap {}; tidak ada label yang memastikannya.',
    'The date {} may have the day or the month first.':
      'Pada tanggal {}, yang ditulis lebih dulu bisa hari, bisa bulan.',

    // What keeps an invoice from being filed.
    'The tax number of the seller is not known. Add it to the parties.':
      'NPWP penjual tidak diketahui. Tambahkan ke daftar perusahaan.',
    'The tax number of the seller is not known. Add {} to the parties.':
      'NPWP penjual tidak diketahui. Tambahkan {} ke daftar perusahaan.',
    'The tax number of the buyer is not known. Add it to the parties.':
      'NPWP pembeli tidak diketahui. Tambahkan ke daftar perusahaan.',
    'The tax number of the buyer is not known. Add {} to the parties.':
      'NPWP pembeli tidak diketahui. Tambahkan {} ke daftar perusahaan.',
    'Customer {} is {}, but the invoice names {}.':
      'Pelanggan {} adalah {}, tetapi faktur menyebut {}.',
    'The invoice prints the tax number {}, but the parties have {}.':
      'Di faktur tercetak NPWP {}, tetapi di daftar perusahaan {}.',
    'Transaction code {} needs add_info and facility_stamp of the buyer.':
      'Kode transaksi {} memerlukan add_info dan facility_stamp pembeli.',
    'Line {}: the unit "{}" is not known, so it is filed as "other".':
      'Baris {number}: satuan “{}” tidak dikenal, jadi dilaporkan sebagai “lainnya”.',
    '"{}": with two decimals, as the tax office wants them, quantity × price is {}, not {}.':
      '“{}”: dengan dua desimal, seperti yang diminta kantor pajak, kuantitas × harga adalah {number}, bukan {number}.',
    'Amounts in {} have to be filed in rupiah, at the rate of the tax office.':
      'Nilai dalam {} harus dilaporkan dalam rupiah, dengan kurs kantor pajak.',
    'Nothing on this invoice is taxed, so there is nothing to file.':
      'Tidak ada yang kena pajak di faktur ini, jadi tidak ada yang dilaporkan.',
    '"{}" is less than nothing: spread it over the lines as a discount.':
      '“{}” kurang dari nol: bagikan ke baris-baris sebagai diskon.',
    'The file reckons a tax of {}, but the invoice shows none.':
      'Menurut berkas pajaknya {number}, tetapi di faktur tidak ada.',
    'The file reckons a tax of {}, but the invoice shows {}.':
      'Menurut berkas pajaknya {number}, tetapi di faktur {number}.',

    // E-invoices inside a PDF.
    'This is a credit note: its amounts go back to the buyer.':
      'Ini nota kredit: nilainya dikembalikan kepada pembeli.',
    'This PDF carries several e-invoices, of which only the first was read.':
      'PDF ini berisi beberapa faktur elektronik; hanya yang pertama dibaca.',
    'The pages of this PDF have no text, so the e-invoice inside could not be compared with them.':
      'Halaman PDF ini tidak memuat teks, jadi faktur elektronik di dalamnya tidak dapat dibandingkan.',
    'The e-invoice inside this PDF ({}) cannot be read: {}.':
      'Faktur elektronik di dalam PDF ini ({}) tidak dapat dibaca: {words}.',
    'This PDF carries no e-invoice. Choose another mapping, or "{}".':
      'PDF ini tidak berisi faktur elektronik. Pilih pemetaan lain, atau “{words}”.',
    'The e-invoice says that the number is {}, but no page shows that.':
      'Menurut faktur elektronik nomornya {}, tetapi tidak ada halaman yang menunjukkannya.',
    'The e-invoice says that the date is {}, but no page shows that.':
      'Menurut faktur elektronik tanggalnya {}, tetapi tidak ada halaman yang menunjukkannya.',
    'The e-invoice says that the {} is {}, but no page shows that.':
      'Menurut faktur elektronik {words} adalah {number}, tetapi tidak ada halaman yang menunjukkannya.',
    'The e-invoice says that the amount of line {} is {}, but no page shows that.':
      'Menurut faktur elektronik nilai baris {number} adalah {number}, tetapi tidak ada halaman yang menunjukkannya.',
    'The e-invoice says amounts of {} lines that no page shows, among them lines {}.':
      'Faktur elektronik menyebut nilai {number} baris yang tidak ada di halaman mana pun, antara lain baris {}.',

    // Scans.
    'Page {} is a scan, read by text recognition (OCR).':
      'Halaman {} adalah hasil pindai, dibaca dengan pengenalan teks (OCR).',
    'Pages {} and {} are scans, read by text recognition (OCR).':
      'Halaman {} dan {} adalah hasil pindai, dibaca dengan pengenalan teks (OCR).',
    'Compare what was read with the page.': 'Bandingkan yang terbaca dengan halamannya.',
    'The amounts add up; compare number, date, names and descriptions with the page.':
      'Hitungannya cocok; bandingkan nomor, tanggal, nama, dan uraian dengan halamannya.',
    'Page {} is a picture, in which nothing legible was found.':
      'Halaman {} adalah gambar, tidak ada yang terbaca di dalamnya.',
    'Pages {} and {} are pictures, in which nothing legible was found.':
      'Halaman {} dan {} adalah gambar, tidak ada yang terbaca di dalamnya.',
    'Page {} is a picture, not read.': 'Halaman {} adalah gambar, tidak dibaca.',
    'Pages {} and {} are pictures, not read.': 'Halaman {} dan {} adalah gambar, tidak dibaca.',
    'Reading scans is switched off here (OCR_LANGUAGES=off).':
      'Pembacaan hasil pindai dimatikan di sini (OCR_LANGUAGES=off).',
    'Reading scans is not installed here. Who runs Docket can switch it on, in its folder, with: {}':
      'Pembacaan hasil pindai tidak terpasang di sini. Yang menjalankan Docket dapat memasangnya, di foldernya, dengan: {}',
    'This PDF holds only pictures, no text.': 'PDF ini hanya berisi gambar, tanpa teks.',
    '"{}" was recognised with little certainty ({} %).':
      '“{}” dikenali dengan kurang yakin ({} %).',

    // Heat sheets.
    '{} may be meant day first or month first; it was taken month first. Give the date to be sure.':
      '{} bisa berarti hari dulu atau bulan dulu; dianggap bulan dulu. Berikan tanggalnya agar pasti.',
    'Nobody on this sheet is called {}.': 'Tidak ada yang bernama {} di lembar ini.',
    'Nobody on this sheet is called {}. Did you mean {}?':
      'Tidak ada yang bernama {} di lembar ini. Maksud Anda {}?',
    'Nobody on this sheet is called {}. Did you mean {} or {}?':
      'Tidak ada yang bernama {} di lembar ini. Maksud Anda {} atau {}?',
    '{} may be {} or {}: all are shown. Say which by team or age.':
      '{} bisa jadi {names} atau {names}: semuanya ditampilkan. Sebutkan klub atau umurnya.',
    'The sheet does not say on which day of the meet this is. Give the date.':
      'Lembar ini tidak menyebutkan hari lombanya. Berikan tanggalnya.',
    'This is a psych sheet: heats, lanes and times are not decided yet.':
      'Ini psych sheet: seri, lintasan, dan jam belum ditentukan.',
    'The sheet prints no start times. Give the start of the session to have them estimated.':
      'Lembar ini tanpa jam mulai. Berikan mulai sesinya agar jamnya dapat diperkirakan.',
    'Some start times are estimated from seed times. Be there early.':
      'Sebagian jam mulai diperkirakan dari waktu unggulan. Datanglah lebih awal.',
    'Event {} has {} heats, but {} were read.':
      'Nomor {} terdiri dari {} seri, tetapi {} yang terbaca.',
    'Event {}, heat {} has lane {} twice.': 'Nomor {}, seri {} memuat lintasan {} dua kali.',
    'The columns of page {} were not told apart: "{}".':
      'Kolom-kolom halaman {} tidak dapat dibedakan: “{}”.',
    'One row could not be read, the first on page {}: "{}".':
      'Satu baris tidak dapat dibaca, di halaman {}: “{}”.',
    '{} rows could not be read, the first on page {}: "{}".':
      '{} baris tidak dapat dibaca, yang pertama di halaman {}: “{}”.',
    'No reader knows this layout, so a language model has read it, and what it said was looked up on the page. Compare with the sheet.':
      'Tidak ada pembaca yang mengenal tata letak ini, jadi dibaca oleh model bahasa, dan jawabannya dicocokkan dengan halamannya. Bandingkan dengan lembarnya.',
    'A language model has read this from pictures, and nothing could be looked up. Compare every name and number with the sheet.':
      'Ini dibaca oleh model bahasa dari gambar, dan tidak ada yang dapat dicocokkan. Bandingkan setiap nama dan nomor dengan lembarnya.',
    'One thing that the language model said did not stand on the page and was left out.':
      'Satu hal yang disebut model bahasa tidak ada di halaman dan tidak disertakan.',
    '{} things that the language model said did not stand on the page and were left out.':
      '{} hal yang disebut model bahasa tidak ada di halaman dan tidak disertakan.',

    // Why a document cannot be read.
    'There is no mapping "{}" any more.': 'Pemetaan “{}” sudah tidak ada.',
    'This document is not of the layout "{}". Choose another, or "{}".':
      'Tata letak dokumen ini bukan “{}”. Pilih yang lain, atau “{words}”.',
    'The layouts {} and {} both claim this document. Say which one it is.':
      'Tata letak {} dan {} sama-sama mengakui dokumen ini. Sebutkan yang mana.',
    'This PDF has {} pages, but at most {} can be read. Split it into smaller parts.':
      'PDF ini terdiri dari {number} halaman, padahal paling banyak {number} yang dapat dibaca. Pecah menjadi bagian yang lebih kecil.',
    'This PDF has more than {} scanned pages, which is the most that can be read at once. Split it into smaller parts.':
      'PDF ini berisi lebih dari {number} halaman hasil pindai, batas sekali baca. Pecah menjadi bagian yang lebih kecil.',
    'This PDF holds more text than can be read at once. Split it into smaller parts.':
      'PDF ini berisi lebih banyak teks daripada yang dapat dibaca sekaligus. Pecah menjadi bagian yang lebih kecil.',
    'This heat sheet has {} pages, and its layout is known to nobody but a language model, which is asked for {} at most. Split it.':
      'Heat sheet ini terdiri dari {number} halaman, dan tata letaknya hanya dikenal model bahasa, yang membaca paling banyak {number}. Pecah menjadi bagian yang lebih kecil.',
    'Page {} of this PDF is damaged.': 'Halaman {number} PDF ini rusak.',
    'Page {} of this PDF is damaged. Export or download the file again.':
      'Halaman {number} PDF ini rusak. Ekspor atau unduh ulang berkasnya.',

    // What is left out of an export.
    '{}: {}': '{}: {words}',
  },

  phrases: {
    number: 'nomor',
    description: 'uraian',
    quantity: 'kuantitas',
    price: 'harga',
    amount: 'nilai',
    'invoice number': 'Nomor faktur',
    date: 'Tanggal',
    'Invoice number': 'Nomor faktur',
    Date: 'Tanggal',
    Currency: 'Mata uang',
    'Name of the buyer': 'Nama pembeli',
    Lines: 'Baris barang',
    'Grand total': 'Jumlah akhir',
    subtotal: 'subjumlah',
    'tax base': 'dasar pengenaan pajak',
    tax: 'pajak',
    'grand total': 'jumlah akhir',
    'amount due': 'sisa yang harus dibayar',
    Amounts: 'Nilai',
    'Amounts and tax': 'Nilai dan pajak',
    'The tax base': 'Dasar pengenaan pajak',
    'The tax base of {}': 'Dasar pengenaan pajak {words}',
    'The tax': 'Pajak',
    'The tax of {}': 'Pajak {words}',
    'The grand total': 'Jumlah akhir',
    'What is left to pay': 'Sisa yang harus dibayar',
    'category {}': 'kategori {}',
    '{} %': '{number} %',
    '({} more)': '(lebih {number})',
    '({} less)': '(kurang {number})',
    '{} × {}': '{number} × {number}',
    '{} × {} − {}': '{number} × {number} − {number}',
    '{}/{} of {}': '{}/{} dari {number}',
    '{} % of {}': '{number} % dari {number}',
    'a part of the whole': 'sebagian dari keseluruhan',
    '{} of {}': '{} dari {}',
    'it is no invoice': 'itu bukan faktur',
    'it is damaged or far too large': 'berkasnya rusak atau terlalu besar',
    'it is not well-formed XML': 'XML-nya tidak tersusun dengan benar',
    'it has a document type, which is not allowed': 'ada jenis dokumen (DTD), yang tidak diizinkan',
    'it says "{}" where a number belongs': 'tertulis “{}” di tempat sebuah angka',
    'it says "{}" where a date belongs': 'tertulis “{}” di tempat sebuah tanggal',
    Automatic: 'Otomatis',
    'it failed: {}': 'gagal: {told}',
    'it was cancelled.': 'dibatalkan.',
    'its result has been deleted because its time was over.':
      'hasilnya telah dihapus karena masa simpannya habis.',
    'it is not complete yet.': 'belum selesai.',
    'it has no {} output, only {}.': 'tidak ada hasil {}, hanya {}.',
    'it is no heat sheet.': 'bukan heat sheet.',
  },
}
