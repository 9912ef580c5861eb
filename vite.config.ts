import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  derivedShapes,
  groupSharedCode,
  pdfFiles,
  serviceWorker,
  withoutSchemas,
} from './scripts/web-plugins.ts'

const root = path.join(import.meta.dirname, 'src/web')

export default defineConfig(() => ({
  root,
  plugins: [
    react(),
    tailwindcss(),
    withoutSchemas(path.join(root, 'app/zod-stub.ts')),
    derivedShapes(root),
    pdfFiles(),
    serviceWorker(root),
  ],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The files of each page, for its preload links (http/pages/preload-links.ts).
    manifest: 'manifest.json',
    // Data URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    // Every browser that supports our CSS supports module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension' as const,
      output: {
        // Otherwise, the file with the icons would also contain React.
        codeSplitting: { includeDependenciesRecursively: false, groups: [groupSharedCode(root)] },
      },
    },
  },
  server: { proxy: { '/api': serverUrl(), '/pdfjs': serverUrl() } },
}))

/** `npm run dev` starts the server with the same PORT. */
function serverUrl(): string {
  return `http://127.0.0.1:${process.env.PORT || 3000}`
}
