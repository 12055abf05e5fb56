import { fileURLToPath } from 'node:url'
import { writeReport } from './reportFolder'

const key = process.argv[2] ?? ''
try {
  const files = writeReport(fileURLToPath(new URL('../reports/', import.meta.url)), key)
  console.log(`reports/${key} is there: ${files.join(', ')}, and its line in reports/index.ts.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
