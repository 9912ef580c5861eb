import { config } from 'zod'

// zod compiles schemas with `new Function` where it may, and finds out by trying: the content security
// policy would report each page load. Must be imported before anything that makes a schema.
config({ jitless: true })
