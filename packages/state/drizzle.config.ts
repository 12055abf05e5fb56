import { defineConfig } from 'drizzle-kit'

/** Where `npm run migration -w @leaselight/state` reads the tables and writes the next SQL file. */
export default defineConfig({ dialect: 'postgresql', schema: './src/schema/index.ts', out: './drizzle' })
