import type { ProblemParams } from '../../messages/problem-codes.ts'

/** Parameter type names in Indonesian. */
export const paramKinds: Record<ProblemParams['param_invalid']['kind'], string> = {
  text: 'teks',
  date: 'tanggal seperti 2026-07-18',
  time: 'jam seperti 08:30',
  time_zone: 'zona waktu seperti Asia/Jakarta',
  minutes: 'jumlah menit hingga 1440',
  schema: 'JSON Schema',
}
