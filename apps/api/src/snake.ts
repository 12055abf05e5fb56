import { type Json, renameKeys, toSnake } from '@leaselight/model'

// The names are those of our own fields and columns: few, and the same in every row.
const known = new Map<string, string>()

function snake(name: string): string {
  const found = known.get(name)
  if (found !== undefined) return found
  const made = toSnake(name)
  known.set(name, made)
  return made
}

/** An answer of ours with the names of REST. */
export function inSnake(answer: object): Json {
  // What answers hold is JSON throughout; interfaces just don't say so to the compiler.
  return renameKeys(answer as Json, snake)
}
