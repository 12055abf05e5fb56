import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './scripts/compressAssets'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), compressAssets()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Fonts and images as separate files: the content security policy allows no data addresses for them.
    assetsInlineLimit: 0,
    // The charts' chunk is large and loads late; `check:bundle` limits what matters.
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': process.env.API_URL ?? 'http://localhost:8080' } },
})
