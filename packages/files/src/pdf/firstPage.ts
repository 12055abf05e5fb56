import { Worker } from 'node:worker_threads'

interface Drawn {
  id: number
  png?: Uint8Array
  failure?: string
}

interface Request {
  resolve: (png: Buffer) => void
  reject: (error: Error) => void
}

/** The thread that draws, and the pictures it has still to draw. */
interface Drawer {
  worker: Worker
  requests: Map<number, Request>
}

/** After so long without a picture to draw, the thread ends and its memory is free. */
const IDLE_MS = 30_000

let drawer: Drawer | undefined
let idle: NodeJS.Timeout | undefined
let lastId = 0

/**
 * The first page of a PDF as a PNG image. One thread draws page after page, so that the process answers other requests
 * meanwhile.
 * @param width in pixels
 */
export function firstPagePng(pdf: Buffer, width: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const id = ++lastId
    clearTimeout(idle)
    drawer ??= startDrawer()
    drawer.requests.set(id, { resolve, reject })
    drawer.worker.postMessage({ id, pdf: new Uint8Array(pdf), width })
  })
}

function startDrawer(): Drawer {
  // Without the process's own arguments, which would load what transforms TypeScript.
  const worker = new Worker(new URL('./firstPageWorker.mjs', import.meta.url), { execArgv: [] })
  const requests = new Map<number, Request>()
  const started: Drawer = { worker, requests }
  const leave = () => {
    if (drawer === started) drawer = undefined
  }
  let cause: unknown
  worker.unref()
  worker.on('message', ({ id, png, failure }: Drawn) => {
    const request = requests.get(id)
    requests.delete(id)
    if (png) request?.resolve(Buffer.from(png))
    else request?.reject(new Error(`The first page could not be drawn: ${failure}`))
    if (requests.size > 0) return
    idle = setTimeout(() => {
      leave()
      void worker.terminate()
    }, IDLE_MS).unref()
  })
  worker.on('error', (error) => {
    cause = error
  })
  worker.on('exit', () => {
    leave()
    for (const { reject } of requests.values()) reject(new Error('The thread that draws first pages ended.', { cause }))
  })
  return started
}
