import { z } from 'zod'

const maxReferenceCharacters = 200
export const maxCallbackUrlCharacters = 2000

/** A client's own ID for an upload, returned with its jobs, events and webhooks. It does not have to be unique. */
export const ClientReference = z.string().min(1).max(maxReferenceCharacters)
