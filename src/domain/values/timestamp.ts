import { z } from 'zod'

/** A time from the database clock, in UTC with microseconds. */
export const Timestamp = z.iso.datetime()
