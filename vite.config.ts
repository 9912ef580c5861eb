import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'src/web',
  plugins: [react(), tailwindcss()],
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
