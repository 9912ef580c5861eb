import { formatCount } from '../locale/locale.ts'
import type { DropText } from '../en/drop.ts'

export const dropText: DropText = {
  drop: (files) =>
    `Lepaskan untuk menambahkan ${files > 0 ? `${formatCount(files)} berkas` : 'berkas'}`,
  next: 'Pilih jenis dokumen di langkah berikutnya.',
  nothingFound: 'Tidak ada PDF atau foto yang dapat dibaca di folder ini.',
}
