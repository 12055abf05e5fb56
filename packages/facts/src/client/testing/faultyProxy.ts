import { createServer, connect as openSocket, type Socket } from 'node:net'

/**
 * How a proxy behaves: `through` forwards everything; `shut` refuses connections; `silent` accepts them and never
 * responds; `cutAfter` forwards that many bytes of each response and breaks the connection.
 */
export type ProxyMode = 'through' | 'shut' | 'silent' | { cutAfter: number }

/** A proxy to a local server that simulates network failures, for tests. */
export interface FaultyProxy {
  readonly port: number
  /** Sets the behavior from now on; open connections are broken. */
  setMode(mode: ProxyMode): Promise<void>
  close(): Promise<void>
}

/** Opens a proxy to a port. */
export async function faultyProxy(target: number): Promise<FaultyProxy> {
  let mode: ProxyMode = 'through'
  const open = new Set<Socket>()
  const server = createServer((near) => {
    open.add(near)
    near.once('close', () => open.delete(near))
    near.on('error', () => undefined)
    if (mode === 'silent') return
    const far = openSocket(target, '127.0.0.1')
    far.on('error', () => near.destroy())
    far.once('close', () => near.destroy())
    near.once('close', () => far.destroy())
    near.pipe(far)
    let left = typeof mode === 'object' ? mode.cutAfter : Number.POSITIVE_INFINITY
    far.on('data', (chunk: Buffer) => {
      near.write(chunk.subarray(0, left))
      left -= chunk.length
      // After the written data has been sent, in the middle of the response.
      if (left <= 0) near.resetAndDestroy()
    })
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const shut = () => {
    const gone = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of open) socket.destroy()
    return gone
  }
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  const { port } = address
  return {
    port,
    async setMode(next) {
      mode = next
      if (server.listening) await shut()
      if (next !== 'shut') await listen(port)
    },
    async close() {
      if (server.listening) await shut()
    },
  }
}
