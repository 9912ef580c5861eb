import { errors as idErrors } from '../domain/i18n/error-words-id.ts'
import type { Job } from '../domain/job/job.ts'
import type { Language } from '../domain/i18n/language.ts'

/** What an e-mail about a batch counts. */
export interface Counts {
  total: number
  read: number
  review: number
  failed: number
  cancelled: number
}

interface MailWords {
  subject: (counts: Counts) => string
  heading: (counts: Counts) => string
  read: (count: number) => string
  review: (count: number) => string
  failed: (count: number) => string
  cancelled: (count: number) => string
  /** What is said of one document. */
  fate: Record<'read' | 'review' | 'failed' | 'cancelled' | 'expired', string>
  error: (job: Pick<Job, 'error_code' | 'error_message'>) => string
  more: (count: number) => string
  open: string
  where: string
  why: (host: string) => string
  privacy: string
  unsubscribe: string
}

const documents = (count: number) => (count === 1 ? '1 document' : `${count} documents`)

const en: MailWords = {
  subject: ({ total, read, review }) =>
    [
      read === total
        ? `Docket has read ${documents(total)}`
        : `Docket has read ${read} of ${total}`,
      review > 0 && `${review} to check`,
    ]
      .filter(Boolean)
      .join(', '),
  heading: ({ total }) =>
    total === 1 ? 'Your document is done' : `Your ${total} documents are done`,
  read: (count) => `Read: ${count}`,
  review: (count) => `To check before you rely on it: ${count}`,
  failed: (count) => `Could not be read: ${count}`,
  cancelled: (count) => `Cancelled: ${count}`,
  fate: {
    read: 'read',
    review: 'read, please check it',
    failed: 'could not be read',
    cancelled: 'cancelled',
    expired: 'read, its result has been deleted',
  },
  error: ({ error_message }) => error_message ?? '',
  more: (count) => `and ${count} more`,
  open: 'See and download the results',
  where: 'Open it in the browser that sent the documents, or sign in.',
  why: (host) =>
    `You get this e-mail because someone asked Docket at ${host} to write to this address when these documents are done. It is the only one about them.`,
  privacy: 'Privacy',
  unsubscribe: 'No more e-mails to this address',
}

const id: MailWords = {
  subject: ({ total, read, review }) =>
    [
      read === total
        ? `Docket telah membaca ${total} dokumen`
        : `Docket telah membaca ${read} dari ${total}`,
      review > 0 && `${review} perlu diperiksa`,
    ]
      .filter(Boolean)
      .join(', '),
  heading: ({ total }) =>
    total === 1 ? 'Dokumen Anda sudah selesai' : `${total} dokumen Anda sudah selesai`,
  read: (count) => `Terbaca: ${count}`,
  review: (count) => `Perlu diperiksa sebelum dipakai: ${count}`,
  failed: (count) => `Tidak dapat dibaca: ${count}`,
  cancelled: (count) => `Dibatalkan: ${count}`,
  fate: {
    read: 'terbaca',
    review: 'terbaca, mohon diperiksa',
    failed: 'tidak dapat dibaca',
    cancelled: 'dibatalkan',
    expired: 'terbaca, hasilnya sudah dihapus',
  },
  error: ({ error_code }) => (error_code ? idErrors[error_code] : ''),
  more: (count) => `dan ${count} lagi`,
  open: 'Lihat dan unduh hasilnya',
  where: 'Buka di peramban yang mengirim dokumennya, atau masuk lebih dahulu.',
  why: (host) =>
    `Anda menerima surel ini karena seseorang meminta Docket di ${host} untuk menulis ke alamat ini setelah dokumen-dokumen ini selesai. Ini satu-satunya surel tentangnya.`,
  privacy: 'Privasi',
  unsubscribe: 'Jangan kirim surel lagi ke alamat ini',
}

export const mailWords: Record<Language, MailWords> = { en, id }
