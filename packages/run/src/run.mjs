import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleOf } from './bundle.mjs'

/**
 * Runs a TypeScript file of this project: `node packages/run/src/run.mjs FILE [ARGUMENTS]`. Loading a thousand modules one
 * by one takes seconds of the processor, so they are bundled first. Where nothing may be written, they are loaded as they are.
 */
const entry = resolve(process.argv[2] ?? '')
/**
 * The embedded engine's allocator reads this when the engine loads. By default it returns memory after five seconds, large
 * pieces at once, and the next statement waits while the system clears it anew: at fifty million facts a twelfth to a
 * quarter of what statements take. What isn't used for a minute is returned all the same.
 */
process.env.JE_MALLOC_CONF ??= 'dirty_decay_ms:60000,oversize_threshold:0'
// The program sees itself where it looks for its own name.
process.argv.splice(1, 2, entry)
const bundle = await bundleOf(entry)
if (bundle) process.setSourceMapsEnabled(true)
else (await import('tsx/esm/api')).register()
await import(pathToFileURL(bundle ?? entry).href)
