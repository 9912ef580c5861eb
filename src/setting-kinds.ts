import { z } from 'zod'

export const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
export const text = z.string().trim().min(1)
