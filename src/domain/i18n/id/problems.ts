import { joinList } from '../../messages/format-amount.ts'
import type { GatewayFault, PageRangesFault, ProblemParams } from '../../messages/problem-codes.ts'
import { composeProblemParts, endSentence } from '../../messages/problem-parts.ts'
import type { Sentences } from '../../messages/reading-codes.ts'
import { renderFrom } from '../../messages/render-from.ts'
import { changeFaults } from './change-faults.ts'
import { clientProblems } from './client-problems.ts'
import { errors } from './errors.ts'
import { faults } from './faults.ts'
import { separators } from './money.ts'
import { paramKinds } from './param-kinds.ts'
import { explainUnavailableOcr, reading } from './reading.ts'

const budgets: Readonly<Record<string, string>> = {
  uploads: 'unggahan',
  exports: 'ekspor',
  trials: 'uji coba',
  fetches: 'pengambilan halaman',
  mails: 'surel',
  deliveries: 'pengiriman',
  links: 'tautan',
  imports: 'impor',
  'bulk-changes': 'perubahan massal',
  changes: 'perubahan',
  'sign-ins': 'kali masuk',
}

const modelFaults = {
  truncated: 'isinya lebih banyak daripada yang muat dalam satu jawaban',
  invalid: 'jawabannya tidak valid',
  refusal: 'model menolak membacanya',
}

const pageFaults: Record<PageRangesFault, (pages: string) => string> = {
  reversed: () => 'halaman terakhir mendahului halaman pertama',
  overlaps: () => 'bagian harus urut dan tidak boleh tumpang tindih',
  outside: (pages) => `dokumen ini berisi ${pages} halaman`,
}

const answerFaults = {
  head: 'baris pertamanya tidak sesuai',
  longer: 'isinya lebih panjang daripada yang disebutkan',
  shorter: 'isinya terpotong',
}

const { count, errorText, named, changeFault, faultText, lineFaults } = composeProblemParts({
  separators,
  faults,
  changeFaults,
  lineFault: (line, fault) => `Baris ${line}: ${fault}.`,
  moreFaults: (more) => `Dan ${more} lagi.`,
  catalogues: () => ({ errors, problems }),
})

/** Details more specific than an error code, in Indonesian. */
export const problems: Sentences<ProblemParams> = {
  ...clientProblems,
  other: ({ text }) => text,

  left_out_failed: ({ name, error }) => `${name} gagal: ${errorText(error)}`,
  left_out_cancelled: ({ name }) => `${name} dibatalkan.`,
  left_out_expired: ({ name }) => `Hasil ${name} sudah dihapus.`,
  left_out_split: ({ name }) => `${name} sudah dipisahkan; ekspor bagian-bagiannya.`,
  left_out_unfinished: ({ name }) => `${name} belum selesai.`,
  left_out_without_output: ({ name, format, formats }) =>
    `${name} tidak memiliki hasil ${format}, hanya ${formats.join(', ')}.`,
  left_out_no_heat_sheet: ({ name }) => `${name} bukan heat sheet.`,
  left_out_rules: ({ name, rules }) =>
    `${name}: ${rules.map((rule) => renderFrom(reading, rule)).join(' ')}`,
  export_not_found: () => 'Ekspor tidak ditemukan.',
  none_exportable: ({ format }) =>
    `Tidak satu pun pekerjaan ini dapat diekspor sebagai ${format.toUpperCase()}.`,
  some_not_exportable: ({ left_out, total, format }) =>
    `${left_out} dari ${total} pekerjaan tidak dapat diekspor sebagai ${format}. Tunggu sampai selesai, atau ekspor ${total - left_out} lainnya.`,

  mapping_gone: ({ mapping }) => `Pemetaan “${mapping}” sudah tidak ada.`,
  layout_mismatch: ({ title }) =>
    `Tata letak dokumen ini bukan “${title}”. Pilih yang lain, atau “Otomatis”.`,
  layouts_ambiguous: ({ mappings }) =>
    `Tata letak ${joinList(mappings, 'dan')} sama-sama cocok dengan dokumen ini. Pilih salah satu.`,
  e_invoice_missing: () =>
    'PDF ini tidak berisi faktur elektronik. Pilih pemetaan lain, atau “Otomatis”.',
  e_invoice_unreadable: reading.e_invoice_unreadable,
  too_many_pages: ({ pages, most }) =>
    `PDF ini terdiri dari ${count(pages)} halaman, padahal paling banyak ${count(most)} yang dapat dibaca. Pecah menjadi bagian yang lebih kecil.`,
  too_many_scans: ({ most }) =>
    `PDF ini berisi lebih dari ${count(most)} halaman hasil pindai, batas sekali baca. Pecah menjadi bagian yang lebih kecil.`,
  too_much_text: () =>
    'PDF ini berisi lebih banyak teks daripada yang dapat dibaca sekaligus. Pecah menjadi bagian yang lebih kecil.',
  too_many_pages_for_model: ({ pages, most }) =>
    `Heat sheet ini terdiri dari ${count(pages)} halaman dengan tata letak yang tidak dikenal, padahal model bahasa membaca paling banyak ${count(most)}. Pecah menjadi bagian yang lebih kecil.`,
  page_damaged: ({ page }) => `Halaman ${page} PDF ini rusak. Ekspor atau unduh ulang berkasnya.`,
  only_images: (reason) =>
    `PDF ini hanya berisi gambar, tanpa teks. ${explainUnavailableOcr(reason)}`,

  image_too_large: ({ width, height, side, megapixels }) =>
    `Gambar ini berukuran ${count(width)} × ${count(height)} piksel. Paling besar ${count(side)} piksel per sisi dan ${megapixels} megapiksel: ambil atau simpan dengan ukuran lebih kecil.`,
  image_animated: () => 'Gambar ini beranimasi. Simpan satu bingkainya sebagai JPEG atau PNG.',
  image_unsupported: () =>
    'Gambar jenis ini tidak dapat dibaca. Buka di penampil gambar, lalu simpan sebagai JPEG atau PNG biasa.',

  file_field_is_text: () =>
    'Field file harus berupa berkas, tetapi isinya teks. Dengan curl, tulis @ sebelum namanya: -F file=@invoice.pdf.',
  field_repeated: ({ field }) => `Field ${field} diberikan lebih dari sekali.`,
  field_too_long: ({ field }) => `Field ${field} terlalu panjang.`,
  too_many_fields: () =>
    'Formulir ini berisi terlalu banyak field. Unggahan menerima file atau url, mapping, dan params.',
  boundary_missing: () => 'Content-Type formulir ini tidak memiliki boundary.',
  mapping_unknown: ({ mapping, known }) =>
    `Tidak ada pemetaan “${mapping}”. Yang tersedia: ${known.join(', ')}.`,
  params_not_json: () =>
    'Field params harus berupa objek JSON dengan nilai teks, misalnya {"name":"value"}.',
  no_document: () =>
    'Permintaan ini tidak berisi berkas. Kirim PDF sebagai file, atau alamatnya sebagai url.',
  none_readable: ({ documents, more = 0 }) => {
    const rest = more > 0 ? ` Dan ${count(more)} dokumen lain.` : ''
    return `Tidak satu pun dari dokumen ini dapat dibaca. ${documents.map((one) => named(one)).join(' ')}${rest}`
  },
  document_unreadable: named,
  batch_too_large: ({ most }) =>
    `Satu kelompok menerima paling banyak ${count(most)} dokumen. Tidak ada yang disimpan. Kirim sisanya sebagai kelompok lain.`,
  body_too_large: ({ most_bytes }) =>
    `Isi permintaan ini melebihi ${count(most_bytes)} byte. Kirim dalam bagian yang lebih kecil.`,
  body_empty: () => 'Isi permintaan ini kosong. Kirim JSON.',
  body_not_json: () => 'Isi permintaan ini bukan JSON yang sah.',
  url_invalid: () => 'URL permintaan ini tidak sah.',
  json_too_deep: ({ most }) => `JSON permintaan ini bersarang lebih dari ${count(most)} tingkat.`,
  content_type_wrong: ({ wanted, given }) =>
    `Kirim ${wanted}. Isi ini datang ${given === null ? 'tanpa Content-Type' : `sebagai ${given}`}.`,
  method_unknown: ({ method, allowed }) =>
    `Alamat ini tidak mendukung ${method}, hanya ${allowed}.`,
  invalid_http: () => 'Ini bukan permintaan HTTP yang sah.',
  idempotency_key_invalid: () => 'Idempotency-Key terdiri dari 1 sampai 255 karakter tanpa spasi.',
  two_credentials: () => 'Kirim salah satu: Authorization atau X-API-Key.',
  tokens_not_taken: () => 'Server ini tidak menerima token: AUTH_MODE-nya session.',
  key_wrong: () => 'Kunci API ini tidak sah. Periksa apakah seluruhnya tersalin dan belum dicabut.',
  oidc_not_configured: () => 'Server ini tidak memiliki layanan masuk: OIDC_ISSUER belum diatur.',
  sign_in_ended: () => 'Anda sudah tidak masuk. Silakan masuk lagi.',
  viewer_only: () =>
    'Anda dapat melihat dokumen tim ini, tetapi tidak mengubahnya. Minta peran lain kepada pemilik tim.',
  no_team: () => 'Anda tidak berada dalam tim.',
  already_in_team: () => 'Anda sudah berada dalam tim. Tinggalkan tim itu dahulu.',
  team_not_empty: () => 'Tim masih memiliki anggota lain. Keluarkan mereka dahulu.',
  team_full: ({ most }) => `Tim ini sudah memiliki ${count(most)} anggota.`,
  invitations_full: ({ most }) =>
    `Sudah ada ${count(most)} undangan terbuka. Cabut yang tidak dipakai.`,
  member_not_found: () => 'Orang ini bukan anggota tim Anda.',
  last_owner: () =>
    'Tim memerlukan pemilik. Jadikan anggota lain pemilik dahulu, atau hapus tim jika Anda sendirian.',
  tokens_unverifiable: () => 'Token sedang tidak dapat diperiksa. Silakan coba sebentar lagi.',
  metrics_token_needed: () => 'Kirim pengaturan METRICS_TOKEN sebagai bearer token.',
  cursor_invalid: () => 'Kursor ini bukan dari halaman sebelumnya.',
  rate_exceeded: ({ most, budget, seconds }) =>
    `Batas ${count(most)} ${budgets[budget] ?? budget} per menit terlampaui. Coba lagi dalam ${seconds} dtk.`,
  daily_bytes_exceeded: ({ megabytes, hours }) =>
    `Batas unggah ${count(megabytes)} MB per hari tercapai. Batas ini diperbarui dalam ${hours} jam.`,
  stored_bytes_exceeded: ({ megabytes }) =>
    `Batas penyimpanan ${count(megabytes)} MB tercapai. Hapus dokumen yang tidak diperlukan lagi.`,
  sessions_exceeded: ({ most, seconds }) =>
    `Jaringan Anda memulai lebih dari ${count(most)} sesi dalam satu jam. Coba lagi dalam ${seconds} dtk, atau pakai kunci API.`,
  wrong_keys: ({ seconds }) =>
    `Terlalu banyak kunci yang salah dari alamat ini. Tunggu ${seconds} dtk.`,
  streams_open: ({ whose, most, seconds }) =>
    `${whose === 'yours' ? 'Anda' : 'Pengunjung dari alamat Anda'} sudah membuka ${count(most)} aliran. Tutup sebagian, atau coba lagi dalam ${seconds} dtk.`,
  admin_disabled: () =>
    'Status sistem tidak tersedia: pengaturan ADMIN_KEY belum diisi di server ini.',
  job_not_found: () => 'Pekerjaan ini tidak ada. Mungkin sudah dihapus.',
  job_id_not_found: ({ id }) => `Pekerjaan ${id} tidak ada. Mungkin sudah dihapus.`,
  job_not_in_batch: () => 'Pekerjaan ini tidak ada di kelompok ini.',
  batch_not_found: () => 'Kelompok ini tidak ada. Mungkin sudah dihapus.',
  upload_not_found: () => 'Unggahan ini tidak ada. Mungkin sudah dihapus.',
  upload_ended: () => 'Semua dokumen unggahan ini sudah selesai dan tidak dapat dibatalkan lagi.',
  batch_ended: () => 'Semua pekerjaan kelompok ini sudah berakhir dan tidak dapat dibatalkan lagi.',
  batch_without_failures: () => 'Tidak ada pekerjaan yang gagal di kelompok ini.',
  job_failed: ({ error }) => `Pekerjaan ini gagal dan tidak memiliki hasil: ${errorText(error)}`,
  job_cancelled: () => 'Pekerjaan ini dibatalkan dan tidak memiliki hasil.',
  source_expired: () => 'Masa simpan berkas pekerjaan ini habis dan sudah dihapus.',
  deleted_after_download: () =>
    'Server ini menghapus hasil dan berkasnya setelah unduhan pertama, dan hasil ini sudah diunduh. Unggah berkasnya lagi.',
  declared_type: ({ type, content }) =>
    content === null
      ? `Berkas ini dikirim sebagai ${type}, tetapi bukan PDF atau gambar JPEG, PNG, atau TIFF.`
      : `Berkas ini dikirim sebagai ${type}, tetapi isinya ${content}. Kirim sebagai ${content}.`,
  source_not_fetched: () => 'Berkas pekerjaan ini belum diambil dari alamatnya.',
  output_missing: ({ format, formats }) =>
    `Pekerjaan ini tidak memiliki hasil ${format}. Yang ada: ${formats.join(', ')}.`,
  calendar_missing: ({ formats }) =>
    `Kalender belum ada karena belum ada perenang yang dipilih. Pilih perenang di halaman lomba ini, atau unduh ${formats.join(' atau ')}.`,
  coretax_withheld: ({ can_approve, rules, more }) =>
    [
      can_approve
        ? 'Berkas Coretax dibuat setelah dokumen ini ditinjau dan disetujui. Yang perlu diperiksa:'
        : 'Berkas Coretax belum dibuat sampai ini diperbaiki:',
      ...rules.map((rule) => renderFrom(reading, rule)),
      ...(more > 0 ? [`Dan ${more} lainnya.`] : []),
    ].join(' '),
  links_once_only: () =>
    'Server ini menghapus hasil setelah diunduh, jadi tidak memberikan tautan. Unduh di sini.',
  links_unsupported: () =>
    'Server ini menyimpan berkas di disknya sendiri dan tidak memberikan tautan.',
  share_not_found: () =>
    'Tautan ini tidak berlaku atau sudah habis masanya. Minta tautan baru kepada pengirimnya.',
  nothing_to_export: () => 'Tidak ada pekerjaan yang dapat diekspor.',
  page_range_invalid: ({ range, fault, pages }) =>
    `Halaman ${range}: ${pageFaults[fault](count(pages))}.`,
  parts_too_large: ({ megabytes }) =>
    `Ukuran semua bagian akan melebihi ${count(megabytes)} MB karena setiap bagian mengulang gambar atau huruf yang besar. Pisahkan menjadi lebih sedikit bagian.`,
  approve_several: () =>
    'PDF ini berisi beberapa faktur, dan hanya yang pertama dibaca. Pisahkan dahulu, atau tetapkan sebagai satu faktur.',
  too_many_jobs: ({ most }) => `Pilih paling banyak ${count(most)} pekerjaan sekaligus.`,
  too_many_invoices: ({ most, invoices }) =>
    `Coretax menerima paling banyak ${count(most)} faktur dalam satu berkas, sedangkan ini ${count(invoices)}. Ekspor secara bertahap.`,
  several_sellers: ({ sellers }) =>
    `Faktur-faktur ini dari beberapa penjual: ${sellers.map((one) => `${one.name} (${one.numbers.join(', ')}${one.more > 0 ? ` dan ${one.more} lagi` : ''})`).join('; ')}. Ekspor satu berkas untuk setiap penjual.`,
  same_invoice_number: ({ name, earlier }) => `Nomor faktur ${name} sama dengan ${earlier}.`,
  same_invoice_numbers: ({ pairs }) =>
    `${pairs.map((pair) => problems.same_invoice_number(pair, 0)).join(' ')} Keluarkan yang ganda, atau tetap ekspor.`,
  columns_differ: ({ one, other }) =>
    `Kolom ${one} dan ${other} berbeda, jadi tidak dapat menjadi satu tabel. Ekspor setiap jenis dokumen sendiri-sendiri.`,
  events_unknown: () => 'Sebagian nomor lomba ini tidak ada di hasil.',
  calendar_without_swims: () =>
    'Tidak ada perenang yang dicari di lembar-lembar ini, jadi tidak ada kalender.',
  calendar_without_day: () =>
    'Lembar-lembar ini tidak menyebutkan harinya, jadi tidak ada kalender. Kirim lagi dengan tanggalnya.',
  mapping_not_found: ({ mapping }) => `Tidak ada pemetaan “${mapping}”.`,
  draft_not_found: ({ mapping }) => `Tidak ada draf “${mapping}”.`,
  mapping_built_in: ({ mapping, free }) =>
    `${mapping} bawaan Docket dan tidak dapat diubah.${free === null ? '' : ` Simpan dengan nama lain, misalnya ${free}.`}`,
  trial_fields: () => 'Uji coba menerima file atau job_id, serta yaml dan params bila perlu.',
  trial_without_document: () => 'Permintaan ini tidak berisi dokumen. Kirim berkas, atau job_id.',
  only_files_kept: ({ formats }) =>
    `Hanya berkas yang disimpan dari dokumen ini (${formats.join(', ')}), jadi tidak ada hasil pembacaan untuk diperbaiki.`,
  reading_not_correctable: () =>
    'Teks biasa tidak dapat diperbaiki, hanya faktur, heat sheet, dan kolom khusus.',
  not_json: () => 'Berkas ini bukan JSON yang sah.',
  reading_invalid: ({ fault }) =>
    `JSON ini bukan hasil pembacaan faktur. ${faultText(fault, 'Dokumen')}.`,
  params_not_taken: ({ mapping, known, given }) =>
    `Parameter tidak dikenal untuk ${mapping}: ${given.join(', ')}. Mapping ini ${known.length > 0 ? `hanya menerima ${known.join(', ')}` : 'tidak menerima parameter'}.${given.includes('schema') ? ' Untuk membaca field sendiri, hilangkan mapping, atau gunakan auto.' : ''}`,
  params_missing: ({ mapping, names }) => `${mapping} juga memerlukan ${names.join(', ')}.`,
  accept_needed: ({ formats }) =>
    `Pemetaan ini menjawab dengan ${formats.map((one) => `application/${one}`).join(' atau ') || 'kosong'}; Accept harus mengizinkannya.`,
  process_without_pdf: () =>
    'Kirim PDF sebagai field file dari multipart/form-data, atau hasil pembacaan sebagai JSON.',
  entry_not_found: () => 'Entri ini tidak ada. Mungkin sudah dihapus.',
  entry_too_long: () => 'Entri ini terlalu panjang.',
  directory_full: () => 'Direktori penuh. Hapus entri yang tidak dipakai.',
  model_page_unreadable: ({ page, fault }) =>
    `Tata letak heat sheet ini tidak dikenal, dan model bahasa tidak dapat membaca halaman ${page}: ${modelFaults[fault]}.`,
  model_endless: () => 'Jawaban model bahasa tidak berakhir.',
  gateway_moved: () =>
    'Gateway sudah pindah. Administrator perlu mengisi GATEWAY_URL dengan alamat barunya.',
  gateway_status: ({ status }) => `Gateway menolak dokumen ini dengan status ${status}.`,
  gateway_answer_unusable: (params) =>
    `Jawaban gateway tidak dapat dipakai: ${gatewayFault(params)}.`,
  gateway_answer_unclear: ({ fault }) =>
    `Jawaban gateway tidak dapat dipahami: ${answerFaults[fault]}. Apakah versinya sama dengan Docket ini?`,
  result_gone: () => 'Hasil yang akan dipakai ulang baru saja dihapus.',
  stored_file_changed: () => 'Berkas yang disimpan telah berubah sejak diunggah.',
  stored_differs: () => 'Berkas yang disimpan berbeda dari yang dikirim. Silakan coba lagi.',
  machine_busy: () => 'Server ini terlalu sibuk untuk membuka dokumen. Silakan coba sebentar lagi.',
  shutting_down: () => 'Docket sedang dimatikan. Silakan coba lagi nanti.',
  no_sheet_url: () =>
    'Lembar ini diunggah sebagai berkas, jadi tidak ada tautan yang dapat diperiksa. Unggah lembar terbaru.',
  address_not_pdf: () =>
    'Alamat ini bukan PDF atau gambar, mungkin halaman yang menautkannya. Berikan alamat PDF-nya sendiri.',
  page_too_large: () =>
    'Halaman ini terlalu besar untuk dicari heat sheet-nya. Berikan alamat PDF-nya sendiri.',
  page_not_shown: () => 'Browser tidak dapat membuka halaman ini.',
  certificate_invalid: () => 'Sertifikat server ini tidak sah. Periksa alamatnya di browser.',
  address_status: ({ status }) =>
    `Server alamat ini menjawab ${status}. Silakan coba sebentar lagi.`,
  address_not_found: ({ status }) =>
    `Tidak ada berkas di alamat ini (${status}). Periksa ejaannya.`,
  mail_disabled: () => 'Server ini tidak mengirim email: server email belum diatur.',
  addresses_full: ({ most }) =>
    `Sudah ${count(most)} alamat yang menerima email tentang kelompok ini, batas yang diizinkan.`,
  mail_limit: () => 'Sudah banyak email ke alamat ini dalam satu jam terakhir. Coba lagi nanti.',
  unsubscribe_link_incomplete: () => 'Tautan ini tidak lengkap. Salin seluruhnya dari email.',
  view_not_found: () => 'Tampilan tersimpan tidak ditemukan.',
  views_full: ({ most }) =>
    `Sudah ada ${count(most)} tampilan tersimpan. Hapus yang tidak dipakai lagi.`,
  webhooks_full: ({ most }) => `Sudah ada ${count(most)} webhook. Hapus yang tidak dipakai lagi.`,
  webhook_address_blocked: () =>
    'Docket tidak dapat memanggil alamat ini. Berikan alamat publik yang diawali https:// atau http://, pada port biasanya. Untuk jaringan pribadi, atur WEBHOOK_ALLOWED_NETWORKS di server.',
  delivery_not_found: () => 'Pengiriman tidak ditemukan. Mungkin sudah dihapus.',
  delivery_rejected: ({ status }) => `Server menjawab ${status}.`,
  delivery_redirected: ({ status }) =>
    `Server menjawab dengan pengalihan (${status}), yang tidak diikuti Docket.`,
  delivery_timed_out: () => 'Server tidak menjawab tepat waktu.',
  delivery_blocked: () => 'Docket tidak boleh mengirim ke alamat ini.',
  delivery_unreachable: () => 'Server tidak dapat dihubungi.',
  webhook_not_found: () => 'Anda tidak memiliki webhook ini. Mungkin sudah dihapus.',
  keys_full: ({ most }) => `Sudah ada ${count(most)} kunci. Cabut yang tidak dipakai lagi.`,
  key_not_found: () => 'Anda tidak memiliki kunci ini.',
  key_may_not_manage_keys: () =>
    'Kunci tidak dapat membuat atau mencabut kunci. Masuk untuk melakukannya.',
  server_stopping: () => 'Server ini sedang dimatikan. Silakan sambung lagi.',
  address_login: () =>
    'Server alamat ini hanya memberikan berkasnya kepada yang masuk. Unduh sendiri, lalu unggah.',
  address_refused: ({ status }) =>
    `Server alamat ini menjawab ${status} dan tidak mengirim berkas. Unduh sendiri, lalu unggah.`,
  unsafe_text: () =>
    'Sebuah teks dalam permintaan ini memuat karakter NUL atau setengah karakter (surrogate tunggal). Kirim tanpa itu.',
  param_invalid: ({ name, kind, value }) =>
    `${name} harus berupa ${paramKinds[kind]}, bukan “${value}”.`,
  change_invalid: ({ path, fault, most }) => `${path}: ${changeFault(fault, most)}.`,
  change_fault: ({ fault, most }) => changeFault(fault, most),
  learn_values_absent: ({ document, values, more }) => {
    const listed = values.map(({ path, value }) => `${path} (${value})`)
    return `Nilai berikut tidak ada di halaman dokumen ${document}: ${joinList(listed, 'dan')}${more > 0 ? ` dan ${more} lainnya` : ''}.`
  },
  learn_not_approved: () => 'Setujui fakturnya terlebih dahulu.',
  learn_described: ({ mapping }) => `Pemetaan ${mapping} sudah menjelaskan tata letak ini.`,
  learn_scan: () => 'Tata letak tidak dapat dipelajari dari hasil pindaian.',
  learn_edited: ({ layout }) =>
    `Anda telah mengubah tata letak ${layout}, jadi Docket tidak menggantinya.`,
  layout_not_found: ({ layout }) => `Tata letak ${layout} tidak ditemukan.`,
  learn_no_lines: ({ document }) => `Hasil pembacaan dokumen ${document} tidak memiliki baris.`,
  learn_too_large: ({ document }) => `Dokumen ${document} terlalu panjang untuk dipelajari.`,
  learn_items_not_found: ({ document }) =>
    `Baris-baris dokumen ${document} tidak ditemukan di halamannya menurut urutan ini.`,
  learn_sender_unknown: () =>
    'Hasil pembacaan tidak menyebut penjual, sehingga dokumen berikutnya tidak dapat dikenali.',
  learn_no_labels: () =>
    'Tidak ada yang dapat dipelajari: nilai yang Anda koreksi tidak memiliki label di halaman.',
  learn_table_not_found: () => 'Kepala tabel tidak ditemukan di atas baris-barisnya.',
  learn_not_reproduced: ({ document, differences, more }) => {
    const listed = differences.map(
      ({ path, expected, read }) =>
        `${path} (seharusnya ${expected}, tetapi terbaca ${read ?? 'kosong'})`,
    )
    return `Tidak ada tata letak yang membaca dokumen ${document} dengan tepat: ${joinList(listed, 'dan')}${more > 0 ? ` dan ${more} lainnya` : ''}.`
  },
  learn_layout_invalid: ({ text }) => `Tata letaknya tidak sah: ${text}`,
  mapping_mistakes: (params) =>
    `Pemetaan ini tidak disimpan. ${lineFaults(params.mistakes, params.more)}`,
  import_mistakes: (params) =>
    `Tidak ada yang diimpor. ${lineFaults(params.mistakes, params.more)}`,
  fields_invalid: ({ fields, more = 0 }) => {
    const faults = fields.map((one) => faultText(one, 'Permintaan')).join('; ')
    const rest = more > 0 ? `; dan ${count(more)} kesalahan lain` : ''
    return endSentence(`Permintaan ini tidak sah. ${faults}${rest}`)
  },
  key_prefix_not_found: ({ key }) =>
    `Tidak ada kunci ${key}. “docket keys list” menampilkan semua kunci.`,
  gateway_field_invalid: ({ field, fault }) => `Field ${field} ${faultText(fault)}.`,
  entry_taken: ({ key, entry }) => `“${key}” sudah dipakai oleh ${entry}. Ubah entri itu.`,
  address_compressed: () =>
    'Server alamat ini mengirim berkasnya terkompresi. Unduh sendiri, lalu unggah.',
  file_not_found: () => 'Berkas ini tidak ada.',
  not_a_file: () => 'Ini bukan berkas.',
  file_unopenable: ({ fault }) => `Tidak dapat dibuka: ${fault}.`,
  file_unwritable: ({ file, fault }) => `${file} tidak dapat ditulis: ${fault}.`,
  file_unreadable: ({ file, fault }) =>
    `${file} tidak dapat dibaca (${fault}). Berikan jalur lengkap PDF di mesin yang menjalankan docket mcp.`,
  path_or_url: () => 'Berikan path atau url.',
  content_or_url: () => 'Berikan content atau url.',
  output_not_written: ({ mapping, format, formats, needs_swimmer, reasons }) =>
    [
      `Tidak ada hasil ${format}: ${mapping} menulis ${formats.join(', ')}.`,
      ...(needs_swimmer ? ['Kalender memerlukan --param swimmer=NAMA.'] : []),
      ...reasons.map((reason) => renderFrom(reading, reason)),
    ].join(' '),
  queue_long: ({ queued, most, is_paused }) =>
    `${count(queued)} pekerjaan menunggu, lebih dari ${count(most)}.${paused(is_paused)}`,
  oldest_waiting: ({ minutes, is_paused }) =>
    `Ada pekerjaan yang sudah menunggu ${minutes} mnt.${paused(is_paused)}`,
  error_rate: ({ failed, ended, percent }) =>
    `${count(failed)} dari ${count(ended)} pekerjaan (${percent.replace('.', ',')}%) gagal dalam 5 menit terakhir.`,
  worker_lost: ({ worker, host }) =>
    `Worker ${worker} di ${host} tidak merespons lagi. Pekerjaannya diteruskan worker lain.`,
  no_worker: () => 'Tidak ada worker yang merespons selama 5 menit.',
  breaker_open: ({ dependency }) => `Panggilan ke ${dependency} gagal. Pekerjaan menunggunya.`,
  mailbox_down: ({ fault }) =>
    `Kotak surat tidak dapat dibaca: ${fault}. Periksa IMAP_URL dan server surat.`,
  storage_down: ({ fault }) => `Penyimpanan berkas tidak merespons: ${fault}.`,
  storage_full: ({ percent }) => `Disk penyimpanan terisi ${percent}%.`,
  not_mergeable: () => 'Ini tidak terbaca sebagai faktur, jadi tidak dapat digabungkan.',
}

function paused(isPaused: boolean): string {
  return isPaused ? ' Antrean sedang dijeda.' : ''
}

function gatewayFault(params: GatewayFault): string {
  switch (params.fault) {
    case 'content_type':
      return `isinya ${params.type}, bukan XML. Periksa GATEWAY_URL`
    case 'too_large':
      return `ukurannya lebih dari ${params.megabytes} MB`
    case 'not_xml':
      return 'isinya bukan XML'
    case 'empty':
      return 'isinya kosong'
  }
}
