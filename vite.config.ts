import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * zod carries a writer of JSON Schema, which only the server's OpenAPI needs: 6 kB of the first load.
 * Every export that zod's own files ask for is named here, so a zod that asks for more fails the build.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  enforce: 'pre',
  load(id) {
    if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null
    return `const absent = () => () => { throw new Error('JSON Schema is left out of this build') }
      export { absent as aggregateChecks, absent as allProcessors, absent as extractDefs,
        absent as createStandardJSONSchemaMethod, absent as createToJSONSchemaMethod,
        absent as finalize, absent as initializeContext, absent as processSchema,
        absent as toJSONSchema }`
  },
}

export default defineConfig({
  root: 'src/web',
  plugins: [withoutJsonSchema, react(), tailwindcss()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Data URLs in the page would need a wider content security policy.
    assetsInlineLimit: 0,
    // There is one chunk; the code that would preload others is not needed.
    modulePreload: false,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
