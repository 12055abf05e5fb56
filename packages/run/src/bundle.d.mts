/**
 * @param entry the absolute path of a TypeScript file
 * @returns the path of one JavaScript file with all of this project that it needs, made anew when one of them has
 * changed; undefined where nothing may be written
 */
export function bundleOf(entry: string): Promise<string | undefined>
