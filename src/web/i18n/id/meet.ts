import type { MeetWords } from '../en/meet.ts'
import { formatCount } from '../locale/locale.ts'

export const meetWords: MeetWords = {
  heading: 'Nomor lomba',
  noSession: 'Tanpa sesi',
  event: (number) => `Nomor ${number}`,
  heat: (heat, of) =>
    of === null ? `Seri ${formatCount(heat)}` : `Seri ${formatCount(heat)} dari ${formatCount(of)}`,
  lane: (lane) => `Lintasan ${formatCount(lane)}`,
  seed: (time) => `Waktu unggulan ${time}`,
  estimated: 'perkiraan',
  estimatedHint: 'Perkiraan dari seri sebelumnya; tidak tertera di heat sheet',
  noTime: 'Tanpa jam',
  choose: (event) => `Pilih ${event}`,
  chooseAll: 'Pilih seluruh sesi',
  reminder: 'Ingatkan saya',
  defaultReminder: 'Bawaan',
  reminders: {
    '0': 'Tanpa pengingat',
    '5': '5 menit sebelumnya',
    '15': '15 menit sebelumnya',
    '30': '30 menit sebelumnya',
    '60': '1 jam sebelumnya',
  },
  calendar: (events) => `Tambahkan ${formatCount(events)} acara ke kalender (.ics)`,
  google: 'Google Kalender',
  googleLabel: (event) => `Tambahkan ${event} ke Google Kalender`,
  print: 'Cetak',
  none: 'Tidak ada nomor lomba untuk nama ini.',
  noMatch: (name) => `${name} tidak ada di heat sheet ini.`,
  didYouMean: 'Maksud Anda:',
  ambiguous: (name) => `Ada beberapa perenang bernama ${name}. Tambahkan klub atau umur.`,
  sessions: 'Sesi',
}
