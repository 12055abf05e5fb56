import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const GZIP = { level: constants.Z_BEST_COMPRESSION }

/** The parts of a report's page that load beside each other, whichever report it is. */
const REPORT_PARTS =
  /packages[\\/]charts[\\/]src[\\/]prepare[\\/]lines\.ts$|apps[\\/]web[\\/]src[\\/](report[\\/](charts[\\/]ChartGrid|table[\\/]ReportTable)|sharing[\\/]ReportActions)\.tsx$/

/** Writes each script, style and drawing once more, compressed as well as can be, for the server to send as it is. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir = '.' }) {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && /\.(js|css|svg)$/.test(entry.name))
      await Promise.all(
        files.map(async ({ parentPath, name }) => {
          const path = join(parentPath, name)
          const content = await readFile(path)
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, BROTLI))
          await writeFile(`${path}.gz`, await promisify(gzip)(content, GZIP))
        }),
      )
    },
  }
}

/** What requests the account while the application loads. What it imports comes into its chunk, whatever that is. */
const EARLY = /apps[\\/]web[\\/]src[\\/]early\.ts$/

/** The early script's limit in bytes: the account waits for all of it. */
const EARLY_SIZE = 6_000

/** Names the early script in the page, before the application's, and checks that it loads alone and fast. */
function earlyScript(): Plugin {
  return {
    name: 'early-script',
    writeBundle(_options, bundle) {
      const { imports, dynamicImports, code } = earlyChunk(bundle)
      const others = [...imports, ...dynamicImports]
      if (others.length > 0) this.error(`early.ts must come in one file, but its chunk imports ${others.join(', ')}.`)
      if (code.length > EARLY_SIZE)
        this.error(`early.ts and what it imports take ${code.length} bytes, more than ${EARLY_SIZE}.`)
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle }) => {
        const src = bundle ? `/${earlyChunk(bundle).fileName}` : '/src/early.ts'
        return [{ tag: 'script', attrs: { type: 'module', crossorigin: true, src }, injectTo: 'head-prepend' }]
      },
    },
  }
}

function earlyChunk(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.name === 'early') return file
  throw new Error('The build made no chunk of early.ts.')
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), earlyScript(), compressAssets()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Fonts and images as separate files: the content security policy allows no data addresses for them.
    assetsInlineLimit: 0,
    // The charts' chunk is large and loads late; `check:bundle` limits what matters.
    chunkSizeWarningLimit: 700,
    // Chunks import each other by their file names, so names without words make the first page about a kilobyte lighter.
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('index.html', import.meta.url)),
        early: fileURLToPath(new URL('src/early.ts', import.meta.url)),
      },
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        // A chunk of its own for every icon and hook that two pages share would weigh more in headers than in code.
        codeSplitting: {
          groups: [
            { name: 'early', test: EARLY, priority: 5 },
            // What every page needs, in two files: libraries stay in a browser's cache over a deployment.
            { name: 'libraries', tags: ['$initial'], test: /node_modules|rolldown.runtime/, priority: 4 },
            { name: 'start', tags: ['$initial'], priority: 3 },
            // What every report needs beyond it.
            { name: 'report', test: REPORT_PARTS, priority: 2 },
            { name: 'small', test: /node_modules/, maxModuleSize: 2_000, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': process.env.API_URL ?? 'http://localhost:8080' } },
})
