import type { Language } from '../domain/i18n/language.ts'

export interface OutcomeCounts {
  total: number
  read: number
  review: number
  failed: number
  cancelled: number
}

interface MailText {
  subject: (counts: OutcomeCounts) => string
  heading: (counts: OutcomeCounts) => string
  read: (count: number) => string
  review: (count: number) => string
  failed: (count: number) => string
  cancelled: (count: number) => string
  /** Describes the outcome of one document. */
  outcome: Record<'read' | 'review' | 'failed' | 'cancelled' | 'expired', string>
  more: (count: number) => string
  open: string
  where: string
  why: (host: string) => string
  privacy: string
  unsubscribe: string
}

const documents = (count: number) => (count === 1 ? '1 document' : `${count} documents`)

const en: MailText = {
  subject: ({ total, read, review }) =>
    [
      read === total
        ? `Docket: ${documents(total)} ready`
        : `Docket: ${read} of ${total} documents ready`,
      review > 0 && `${review} to review`,
    ]
      .filter(Boolean)
      .join(', '),
  heading: ({ total }) =>
    total === 1
      ? 'Your document has been processed'
      : `Your ${total} documents have been processed`,
  read: (count) => `Complete: ${count}`,
  review: (count) => `Needs review: ${count}`,
  failed: (count) => `Failed: ${count}`,
  cancelled: (count) => `Cancelled: ${count}`,
  outcome: {
    read: 'complete',
    review: 'needs review',
    failed: 'failed',
    cancelled: 'cancelled',
    expired: 'complete, results deleted',
  },
  more: (count) => `and ${count} more`,
  open: 'View and download results',
  where:
    'The link works on any device for 30 days. Anyone with the link can see the results. The person who uploaded the documents can revoke it.',
  why: (host) =>
    `You received this email because someone asked Docket (${host}) to notify this address about these documents. We won’t email you about them again.`,
  privacy: 'Privacy',
  unsubscribe: 'Unsubscribe',
}

const id: MailText = {
  subject: ({ total, read, review }) =>
    [
      read === total
        ? `Docket: ${total} dokumen siap`
        : `Docket: ${read} dari ${total} dokumen siap`,
      review > 0 && `${review} perlu ditinjau`,
    ]
      .filter(Boolean)
      .join(', '),
  heading: ({ total }) =>
    total === 1 ? 'Dokumen Anda selesai diproses' : `${total} dokumen Anda selesai diproses`,
  read: (count) => `Selesai: ${count}`,
  review: (count) => `Perlu ditinjau: ${count}`,
  failed: (count) => `Gagal: ${count}`,
  cancelled: (count) => `Dibatalkan: ${count}`,
  outcome: {
    read: 'selesai',
    review: 'perlu ditinjau',
    failed: 'gagal',
    cancelled: 'dibatalkan',
    expired: 'selesai, hasilnya sudah dihapus',
  },
  more: (count) => `dan ${count} lagi`,
  open: 'Lihat dan unduh hasilnya',
  where:
    'Tautan ini berlaku di perangkat mana pun selama 30 hari. Siapa pun yang memilikinya dapat melihat hasilnya; pengunggah dapat mencabutnya.',
  why: (host) =>
    `Anda menerima email ini karena seseorang meminta Docket (${host}) memberi tahu alamat ini tentang dokumen tersebut. Kami tidak akan mengirim email lagi tentangnya.`,
  privacy: 'Privasi',
  unsubscribe: 'Berhenti berlangganan',
}

export const mailText: Record<Language, MailText> = { en, id }
