import { parentPort } from 'node:worker_threads'
import type { FromChecker, ToChecker } from './checkBeside'
import { checkHere } from './checker'
import { pack } from './packed'

/** How much text may be on its way to the other thread: enough for what it does between two looks at its messages. */
const MOST_AHEAD = 32 << 20

/** The thread that reads and checks the records of one file after the other. */
const port = parentPort
if (!port) throw new Error('This runs in a thread of an import.')
const tell = (message: FromChecker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

let ahead = 0
let wake = () => {}

port.on('message', (message: ToChecker) => {
  if ('taken' in message) {
    ahead -= message.taken
    wake()
  } else void checkFile(message)
})

async function checkFile({ path, ...options }: Extract<ToChecker, { path: string }>): Promise<void> {
  ahead = 0
  try {
    const { bunches, end } = checkHere(path, options)
    for await (const bunch of bunches) {
      while (ahead > MOST_AHEAD)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const packed = pack(options.entity, bunch)
      ahead += packed.text.length
      tell({ bunch: packed }, [packed.numbers.buffer])
    }
    tell({ end: end() })
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    // A copy of an error would lose its code, which tells what is wrong with the disk.
    tell({ failure: { message: failure.message, details: { ...failure } } })
  }
}
