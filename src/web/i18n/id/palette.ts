import type { PaletteText } from '../en/palette.ts'
import { formatCount } from '../locale/locale.ts'

export const paletteText: PaletteText = {
  heading: 'Cari dan perintah',
  label: 'Cari halaman, tindakan, dan pekerjaan',
  searching: 'Mencari…',
  count: (results) => `${formatCount(results)} hasil`,
  pages: 'Buka',
  views: 'Tampilan tersimpan',
  actions: 'Tindakan',
  jobs: 'Pekerjaan',
  page: {
    review: 'Pekerjaan yang perlu ditinjau',
    failed: 'Pekerjaan yang gagal',
    missing: 'NPWP yang belum ada',
    rates: 'Kurs pajak',
    fields: 'Kolom khusus',
    status: 'Status sistem',
  },
  theme: {
    system: 'Tema: sama dengan perangkat',
    light: 'Tema: terang',
    dark: 'Tema: gelap',
  },
  language: (name) => `Bahasa: ${name}`,
}
