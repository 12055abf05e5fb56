import { writePages } from './docs/pages'

await writePages()
