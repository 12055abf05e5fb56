import { writeFile } from 'node:fs/promises'
import { describeShape } from '../graphql/publishedShape'
import { buildGraphqlSchema } from '../graphql/schema'

await writeFile(new URL('../graphql/publishedShape.txt', import.meta.url), describeShape(buildGraphqlSchema()))
