import { computeDifference, joinList } from '../../messages/format-amount.ts'
import { formatPerson, formatRow } from '../../messages/format-params.ts'
import type {
  EInvoiceFault,
  FieldCode,
  LineDoubt,
  UnavailableOcr,
  PriceAdjustment,
  ReadingParams,
  TotalDoubt,
} from '../../messages/reading-codes.ts'
import type { RowParams, Sentences, StatedAmount } from '../../messages/reading-codes.ts'
import { capitalise } from '../../messages/capitalise.ts'
import { formatPageRange } from '../../values/page-range.ts'
import { filing } from './filing.ts'
import { money } from './money.ts'

const fields: Record<FieldCode, string> = {
  number: 'nomor faktur',
  date: 'tanggal',
  currency: 'mata uang',
  'seller.name': 'nama penjual',
  'seller.tin': 'NPWP penjual',
  'buyer.name': 'nama pembeli',
  'buyer.tin': 'NPWP pembeli',
  lines: 'baris barang',
  'lines.no': 'nomor',
  'lines.description': 'uraian',
  'lines.quantity': 'kuantitas',
  'lines.unit_price': 'harga',
  'lines.amount': 'nilai',
  'totals.subtotal': 'subtotal',
  'totals.tax_base': 'DPP',
  'totals.tax': 'PPN',
  'totals.grand_total': 'total akhir',
  'totals.payment.due': 'sisa tagihan',
}

const eInvoiceFaults: Record<EInvoiceFault, (text: string) => string> = {
  not_an_invoice: () => 'bukan faktur',
  damaged: () => 'berkasnya rusak atau terlalu besar',
  not_xml: () => 'XML-nya tidak tersusun dengan benar',
  has_document_type: () => 'ada jenis dokumen (DTD), yang tidak diizinkan',
  not_a_number: (text) => `“${text}” bukan angka`,
  not_a_date: (text) => `“${text}” bukan tanggal`,
}

/** Why a total is uncertain. */
const totalDoubts: Record<TotalDoubt, (field: string) => string> = {
  ambiguous: (field) => `Ada pembacaan ${field} lain yang hampir sama mungkinnya.`,
  after_withholding: (field) =>
    `${capitalise(field)} sudah dikurangi pajak yang dipotong; nilai sebelum potongan tidak tercetak.`,
  adds_up_to_nothing: (field) =>
    `${capitalise(field)} hanya dikenali dari labelnya; jumlahnya tidak cocok.`,
  label_unclear: (field) => `Tidak ada label yang jelas untuk ${field}.`,
  not_printed: (field) => `${capitalise(field)} tidak tercetak; nilainya dihitung dari tarif.`,
  rate_unknown: (field) => `Tidak ada tarif tercetak yang memastikan ${field}.`,
}

/** The difference between quantity × price and the amount. */
const priceAdjustments: Record<PriceAdjustment, string> = {
  discount: 'Harga ini sebelum diskon, sedangkan nilainya sesudah diskon.',
  tax_included: 'Harga ini belum termasuk pajak, sedangkan nilainya sudah.',
  price_basis: 'Harga ini untuk beberapa satuan.',
}

const lineDoubts: Record<LineDoubt, string> = {
  sum_not_printed: 'Tidak ada total tercetak yang memastikan semua baris terbaca.',
  columns_unnamed: 'Tidak ada judul kolom yang membedakan kuantitas dari harga.',
  charge_listed: 'Sebuah biaya tercantum seperti barang, dengan kuantitas atau harga.',
}

/** Checks, review reasons and warnings in Indonesian. */
export const reading: Sentences<ReadingParams> = {
  rows_match: ({ lines }) =>
    lines === 1
      ? 'Kuantitas × harga sama dengan nilainya.'
      : `Kuantitas × harga sama dengan nilainya pada semua ${lines} baris.`,
  row_differs: rowDiffers,
  rows_differ: ({ rows }) => rows.map((row) => rowDiffers(row, row.line)).join(' '),
  sum_matches: ({ subtotal }) => `Semua baris berjumlah ${money(subtotal)}, sama dengan subtotal.`,
  sum_differs: ({ sum, subtotal, includes_tax }) =>
    `Semua baris berjumlah ${money(sum)}, tetapi subtotalnya ${compared(subtotal, sum)}.${
      includes_tax
        ? ' Jumlah itu sama dengan total akhir, jadi tampaknya sudah termasuk pajak.'
        : ''
    }`,
  quantity_matches: ({ quantity }) =>
    `Semua kuantitas berjumlah ${money(quantity)}, seperti tercetak.`,
  quantity_differs: ({ sum, quantity }) =>
    `Semua kuantitas berjumlah ${money(sum)}, tetapi jumlah yang tercetak ${compared(quantity, sum)}.`,
  tax_base_matches: ({ tax_base }) => `DPP ${money(tax_base)} sesuai dengan nilai barangnya.`,
  tax_base_differs: ({ taxed, share, expected, tax_base, percent }) => {
    const formula = share === null ? '' : `${share} × ${money(taxed)} = `
    const hint =
      percent === null
        ? ''
        : ` Jumlah tercetak adalah ${percent}% dari seharusnya, mungkin uang muka.`
    return `DPP seharusnya ${formula}${money(expected)}, tetapi tertulis ${compared(tax_base, expected)}.${hint}`
  },
  tax_matches: ({ tax, rate }) => `PPN ${money(tax)} adalah ${money(rate)}% dari DPP.`,
  tax_differs: ({ taxed, expected, tax }) =>
    `PPN atas ${money(taxed)} seharusnya ${money(expected)}, tetapi tertulis ${compared(tax, expected)}.`,
  stated_tax_matches: ({ tax }) => `Pajak ${money(tax)} sesuai dengan tarifnya.`,
  stated_amounts_differ: ({ amounts }) => amounts.map(statedDiffers).join(' '),
  grand_total_matches: ({ grand_total, has_tax }) =>
    `${summed(has_tax)} berjumlah ${money(grand_total)}, sama dengan total akhir.`,
  grand_total_differs: ({ sum, grand_total, has_tax }) =>
    `${summed(has_tax)} berjumlah ${money(sum)}, tetapi total akhirnya ${compared(grand_total, sum)}.`,
  due_matches: ({ due }) => `Sisa tagihan ${money(due)} sesuai dengan total akhir.`,

  field_missing: ({ field }) => `${capitalise(fields[field])} tidak ditemukan di faktur.`,
  line_value_missing: ({ field }, line) => `Baris ${line} tidak memiliki ${fields[field]}.`,
  total_missing: () => 'Tidak ditemukan total yang memastikan bahwa semua baris terbaca.',
  instalment: ({ instalment, percent, whole }) => {
    const part =
      percent === null || whole === null ? '' : ` (${money(percent)}% dari ${money(whole)})`
    return `Faktur ini menagih termin sebesar ${money(instalment)}${part}. Masukkan sendiri di Coretax: XML akan melaporkan nilai penuhnya.`
  },

  line_unclear: ({ field }, line) => `Baris ${line} kurang jelas. Periksa ${fields[field]}nya.`,
  line_adds_nothing: (_, line) =>
    `Baris ${line} tidak menambah total. Periksa apakah memang barang atau jasa.`,
  charge_assumed: ({ name }) => `“${name}” dianggap biaya karena totalnya cocok bila disertakan.`,
  amount_unexplained: ({ label, text }) => `Maksud “${label}” (${text}) tidak jelas.`,
  item_possibly_missed: ({ text }) => `Ini mungkin barang yang tidak terbaca: ${text}`,
  total_doubtful: ({ field, cause }) => totalDoubts[cause](fields[field]),
  lines_doubtful: ({ cause }) => lineDoubts[cause],
  price_adjusted: ({ by }) => priceAdjustments[by],
  seller_not_found: () => 'Penjual tidak ditemukan di faktur.',
  dollar_unclear: () => 'Mata uangnya dolar, tetapi faktur tidak menyebutkan dolar negara mana.',
  value_ambiguous: ({ field, value, others }) =>
    `${capitalise(fields[field])} kemungkinan ${value}, tetapi bisa juga ${others.join(', ')}.`,
  value_uncertain: ({ field, value }) =>
    `${capitalise(fields[field])} mungkin ${value}, tetapi halaman tidak memastikannya.`,
  value_from_model: ({ field }) =>
    `${capitalise(fields[field])} diusulkan oleh model bahasa. Cocokkan dengan halamannya.`,
  buyer_assumed: ({ name }) =>
    `Pembeli kemungkinan ${name}, tetapi tidak ada label yang memastikannya.`,
  date_order_unclear: ({ date }) => `Tanggal ${date} bisa berarti hari/bulan atau bulan/hari.`,

  layout_does_not_fit: ({ title }) =>
    `Dokumen ini tidak sesuai dengan tata letak “${title}”, jadi dibaca sebagai faktur umum.`,
  number_unusual: ({ number }) =>
    `Bentuk nomor faktur ${number} berbeda dari faktur-faktur sebelumnya.`,
  column_unknown: ({ text }) =>
    `Tabel memiliki kolom “${text}” yang tidak ada di faktur-faktur sebelumnya.`,
  total_not_printed: ({ field }) =>
    `${capitalise(fields[field])} tidak ditemukan, padahal tercetak di faktur-faktur sebelumnya.`,

  ...filing,
  filing: ({ rule, ...params }, line, path) => filing[rule](params as never, line, path),

  several_invoices: ({ ranges }) =>
    `PDF ini berisi ${ranges.length} faktur (halaman ${joinList(ranges.map(formatPageRange), 'dan')}). Hanya yang pertama dibaca. Pisahkan PDF ini agar semuanya dibaca.`,

  e_invoice_several: () => 'PDF ini berisi beberapa faktur elektronik; hanya yang pertama dibaca.',
  e_invoice_credit_note: () => 'Ini nota kredit: nilainya dikembalikan kepada pembeli.',
  e_invoice_without_page_text: () =>
    'Halaman PDF ini tidak memuat teks, jadi faktur elektronik di dalamnya tidak dapat dibandingkan.',
  e_invoice_unreadable: ({ file, fault, text }) =>
    `Faktur elektronik di dalam PDF ini (${file}) tidak dapat dibaca: ${eInvoiceFaults[fault](text ?? '')}.`,
  e_invoice_value_not_on_page: ({ field, value }) =>
    `Menurut faktur elektronik ${fields[field]} adalah ${field.startsWith('totals.') ? money(value) : value}, tetapi tidak ada halaman yang menunjukkannya.`,
  e_invoice_line_not_on_page: ({ amount }, line) =>
    `Menurut faktur elektronik nilai baris ${line} adalah ${money(amount)}, tetapi tidak ada halaman yang menunjukkannya.`,
  e_invoice_lines_not_on_page: ({ count, lines }) =>
    `Nilai ${count} baris faktur elektronik tidak ada di halaman mana pun, antara lain baris ${lines.join(', ')}.`,

  scan_read: ({ pages, amounts_add_up }) =>
    `Halaman ${joinList(pages, 'dan')} adalah hasil pindai, dibaca dengan pengenalan teks (OCR). ${
      amounts_add_up
        ? 'Hitungannya cocok. Bandingkan nomor, tanggal, nama, dan uraian dengan halamannya.'
        : 'Bandingkan hasilnya dengan halamannya.'
    }`,
  scan_illegible: ({ pages }) =>
    `Halaman ${joinList(pages, 'dan')} adalah gambar tanpa teks yang terbaca.`,
  scan_not_read: ({ pages, ocr, packages }) =>
    [`Halaman ${joinList(pages, 'dan')} adalah gambar dan tidak dibaca.`]
      .concat(ocr ? explainUnavailableOcr({ ocr, packages: packages ?? [] }) : [])
      .join(' '),
  ocr_uncertain: ({ text, percent }) => `“${text}” dikenali dengan kurang yakin (${percent}%).`,
  ocr_repaired: ({ text, value }) =>
    `Yang dikenali “${text}”, tetapi jumlahnya cocok hanya dengan ${value}.`,

  heats_missing: ({ event, total, found, page }) =>
    `Nomor ${event} di halaman ${page} terdiri dari ${total} seri, tetapi ${found} yang terbaca.`,
  event_missing: ({ event, total }) =>
    `Daftar nomor lomba memuat nomor ${event} (seri: ${total}), tetapi nomor itu tidak ditemukan di lembar ini.`,
  count_differs: ({ part, number, unit, stated, found, page }) =>
    `Halaman ${page} menyebutkan ${stated} ${unit === 'heats' ? 'seri' : 'peserta'} untuk ${part === 'event' ? 'nomor' : 'sesi'} ${number}, tetapi ${found} yang terbaca.`,
  heats_restart: ({ event, heat, page }) =>
    `Nomor ${event} memuat seri ${heat} dua kali di halaman ${page}; judul nomor mungkin terlewat.`,
  ranks_missing: ({ event, rank, page }) =>
    `Peserta nomor ${event} sebelum peringkat ${rank} di halaman ${page} tidak terbaca.`,
  names_suspect: ({ count, page, text }) =>
    count === 1
      ? `Satu nama di halaman ${page} mungkin salah: "${text}".`
      : `${count} nama di halaman ${page} mungkin salah, yang pertama di "${text}".`,
  lane_twice: ({ event, heat, lane }) =>
    `Nomor ${event}, seri ${heat} memuat lintasan ${lane} dua kali.`,
  columns_mixed: ({ page, text }) =>
    `Kolom-kolom di halaman ${page} tidak dapat dipisahkan: “${text}”.`,
  unread_rows: ({ count, page, text }) =>
    count === 1
      ? `Satu baris di halaman ${page} tidak dapat dibaca: “${text}”.`
      : `${count} baris tidak dapat dibaca, yang pertama di halaman ${page}: “${text}”.`,
  date_order: ({ date }) =>
    `${date} bisa berarti hari/bulan atau bulan/hari; dibaca sebagai bulan/hari. Isi tanggalnya agar pasti.`,
  session_days: ({ session, date, before }) =>
    `“${session}” jatuh pada ${date}, padahal sesi sebelumnya pada ${before}. Periksa kedua harinya.`,
  swimmer_not_found: ({ requested, did_you_mean }) =>
    `Tidak ada yang bernama ${requested} di lembar ini.${
      did_you_mean.length > 0 ? ` Maksud Anda ${joinList(did_you_mean, 'atau', '; ')}?` : ''
    }`,
  swimmer_ambiguous: ({ requested, people }) =>
    `${requested} bisa jadi ${joinList(
      people.map((person) => formatPerson(person, 'dari')),
      'atau',
      '; ',
    )}: semuanya ditampilkan. Persempit dengan klub atau umur.`,
  no_date: () => 'Lembar ini tidak menyebutkan hari lombanya. Isi tanggalnya.',
  psych_sheet: () => 'Ini psych sheet: seri, lintasan, dan jam belum ditentukan.',
  sheet_session_report: () =>
    'Session report tidak mencantumkan nama perenang; hanya jamnya yang dipakai.',
  sheet_without_swims: () => 'Tidak ada nomor lomba yang ditemukan.',
  sheet_without_swimmers: ({ names }) =>
    `Tidak ada perenang bernama ${joinList(names, 'atau')} di lembar ini.`,
  no_start_time: () =>
    'Lembar ini tanpa jam mulai. Isi mulai sesinya agar jamnya dapat diperkirakan.',
  estimated: () => 'Sebagian jam mulai diperkirakan dari waktu unggulan. Datanglah lebih awal.',
  read_by_model: () =>
    'Tata letak lembar ini tidak dikenal, jadi dibaca oleh model bahasa, dan jawabannya dicocokkan dengan halamannya. Bandingkan dengan lembarnya.',
  unchecked: () =>
    'Ini dibaca oleh model bahasa dari gambar, dan tidak ada yang dapat dicocokkan. Bandingkan setiap nama dan nomor dengan lembarnya.',
  not_on_page: ({ count }) =>
    count === 1
      ? 'Satu nilai dari model bahasa tidak ada di halaman dan tidak disertakan.'
      : `${count} nilai dari model bahasa tidak ada di halaman dan tidak disertakan.`,

  custom_value_missing: ({ field }) => `Nilai untuk ${field} tidak ditemukan.`,
  custom_list_missing: ({ field }) => `Tabel untuk ${field} tidak ditemukan.`,
  custom_list_not_valid: ({ field, count, keyword }) =>
    `${field} berisi ${count} baris, yang tidak diizinkan "${keyword}" dalam skema.`,
  custom_value_doubtful: ({ field, value }) =>
    `${field} mungkin ${value}, tetapi tidak terlihat jelas di halaman.`,
  custom_value_not_unique: ({ field, values }) =>
    `${field} punya beberapa kemungkinan nilai: ${values.join(', ')}.`,
  custom_value_from_model: ({ field, value }) =>
    `Model bahasa menemukan ${value} untuk ${field} di halaman. Periksa nilai ini.`,
  custom_value_not_valid: ({ field, text }) =>
    `Halaman menunjukkan "${text}" untuk ${field}, tetapi skema tidak mengizinkannya.`,
}

/** Explains why scans are not read and what the administrator can do. */
export function explainUnavailableOcr({ ocr, packages }: UnavailableOcr): string {
  return ocr === 'off'
    ? 'Pengenalan teks (OCR) dimatikan di server ini.'
    : `Pengenalan teks (OCR) tidak terpasang di server ini. Administrator dapat memasangnya di folder Docket: npm install --no-save --include=optional ${packages.join(' ')}`
}

/** Formats a printed amount with its difference from the expected amount: `1.500 (lebih 500)`. */
function compared(printed: string, expected: string): string {
  const { isLess, size } = computeDifference(printed, expected)
  return `${money(printed)} (${isLess ? 'kurang' : 'lebih'} ${money(size)})`
}

function rowDiffers(row: RowParams, line: number): string {
  return `Baris ${line}: ${formatRow(row, money)}, tetapi nilainya ${compared(row.amount, row.expected)}.`
}

function statedDiffers({ field, rate, category, expected, stated }: StatedAmount): string {
  const taxed = rate === null ? category && ` kategori ${category}` : ` ${money(rate)}%`
  return `${capitalise(fields[field])}${taxed ?? ''} seharusnya ${money(expected)}, tetapi tertulis ${compared(stated, expected)}.`
}

function summed(hasTax: boolean): string {
  return hasTax ? 'Nilai dan pajak' : 'Nilai'
}
