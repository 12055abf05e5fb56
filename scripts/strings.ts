import { pageOf, productStrings } from './productStrings'

/**
 * Prints every text of the product by the page where people read it, so that all of them can be reviewed in one sitting.
 * `npm run strings`, or `npm run strings -- mail` for the pages whose name contains that word.
 */
const wanted = (process.argv[2] ?? '').toLowerCase()
const strings = productStrings()
const pages = [...new Set(strings.map(({ file }) => pageOf(file)))].sort()
for (const page of pages.filter((name) => name.toLowerCase().includes(wanted))) {
  process.stdout.write(`\n${page}\n`)
  let last = ''
  for (const { file, line, text } of strings.filter((string) => pageOf(string.file) === page)) {
    if (file !== last) process.stdout.write(`  ${file}\n`)
    process.stdout.write(`    ${String(line).padStart(4)}  ${text}\n`)
    last = file
  }
}
