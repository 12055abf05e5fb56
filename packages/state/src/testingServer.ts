import { tempPostgres } from './testing'

/** One PostgreSQL server for all test files that need one, unless the environment names a running one. */
export default async function serve(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => undefined
  const server = await tempPostgres()
  process.env.TEST_DATABASE_URL = await server.createDatabase()
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await server.remove()
  }
}
