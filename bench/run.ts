// npm run bench: builds nothing, measures what `npm run build` has made; ends with one JSON line of figures.
import { benchUploads } from './uploads.ts'

console.log(JSON.stringify({ uploads: await benchUploads() }))
