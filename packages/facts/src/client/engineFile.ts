import { quoted } from './quoted'

/** Whether the engine reads the path as a pattern, or as that of a file within an archive. It would find no rows, silently. */
export const isPattern = (path: string): boolean => /[*?{}]|::/.test(path)

/**
 * A file as the embedded engine reads it in a FROM.
 * @throws Error when the engine would read the path as a pattern
 */
export function engineFile(path: string, format: string): string {
  if (isPattern(path))
    throw new Error(`The data store can’t read ${path}. Move it to a folder without * ? { } and :: in its name.`)
  return `file(${quoted(path)}, '${format}')`
}
