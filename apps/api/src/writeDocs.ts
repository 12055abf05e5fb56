import { writePages } from './docs'

await writePages()
