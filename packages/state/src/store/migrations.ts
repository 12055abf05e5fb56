import { fileURLToPath } from 'node:url'

/** The SQL files that build the tables, in order; drizzle-kit writes them from src/schema. */
export const migrationsFolder = fileURLToPath(new URL('../../drizzle', import.meta.url))
