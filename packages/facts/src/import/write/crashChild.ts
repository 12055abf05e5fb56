import { importDirectory, migrate, openFacts } from '../..'

/** A process that imports a folder and may be killed at any moment. Says so when it has begun. */
const [dataDir, folder] = process.argv.slice(2)
if (!dataDir || !folder) throw new Error('A data folder and a folder of records are needed.')
const facts = await openFacts({ dataDir })
await migrate(facts)
process.send?.('begun')
await importDirectory(facts, folder)
await facts.close()
process.exit(0)
