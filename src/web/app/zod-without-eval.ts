import { config } from 'zod'

// Prevents zod from trying `new Function`, which the content security policy would report on every page load. Import
// this before any module that creates a schema.
config({ jitless: true })
