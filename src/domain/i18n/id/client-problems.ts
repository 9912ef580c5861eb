import type { ClientProblemParams } from '../../messages/problem-codes.ts'
import type { Sentences } from '../../messages/reading-codes.ts'

/** Messages from the browser and client programs, in Indonesian. */
export const clientProblems: Sentences<ClientProblemParams> = {
  file_too_large: ({ megabytes }) =>
    `Berkas ini lebih besar dari ${megabytes} MB. Pecah berkasnya atau simpan dengan gambar yang lebih kecil.`,
  heic_image: () =>
    'Foto ini berformat HEIC, yang tidak dapat dibaca di sini. Simpan sebagai JPEG. Di iPhone, pilih Pengaturan › Kamera › Format › Paling Kompatibel untuk foto berikutnya.',
  server_status: ({ status }) => `Server menjawab ${status}. Silakan coba sebentar lagi.`,
  not_docket: ({ status }) =>
    `Alamat ini menjawab ${status}, tetapi bukan sebagai Docket. Periksa alamatnya.`,
  unreachable: () => 'Docket tidak dapat dihubungi. Periksa koneksinya.',
  server_unreachable: ({ address }) =>
    `Docket di ${address} tidak dapat dihubungi. Periksa alamatnya dan pastikan servernya berjalan.`,
  path_param_missing: ({ name, path }) =>
    `Parameter “${name}” untuk ${path} belum ada. Berikan sebagai { params: { ${name}: … } }.`,
  address_missing: () =>
    'Alamat Docket belum ada. Berikan sebagai baseUrl, misalnya http://127.0.0.1:3000.',
  address_invalid: ({ address }) =>
    `“${address}” bukan alamat server. Alamat diawali http:// atau https://, misalnya http://127.0.0.1:3000.`,
  source_not_address: ({ address }) =>
    `“${address}” bukan alamat PDF, yang diawali http:// atau https://. Untuk mengirim berkas, berikan Blob: await openAsBlob(path) di Node, File dari input di browser.`,
  source_not_content: () =>
    'Ini bukan isi berkas dan bukan URL. Berikan Blob, Uint8Array, ArrayBuffer, atau URL. openAsBlob menghasilkan promise: tunggu dahulu dengan await.',
  no_result: ({ status }) => `Pekerjaan ini berstatus ${status} dan tidak memiliki hasil.`,
  one_invoice: () =>
    'Docket hanya menemukan satu faktur dalam PDF ini. Sebutkan halaman setiap bagian.',
  polled_too_long: () => 'Pekerjaan ini lebih lama dari perkiraan. Periksa lagi nanti.',
}
