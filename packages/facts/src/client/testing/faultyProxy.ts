import { createServer, connect as openSocket, type Socket } from 'node:net'

/**
 * What a way does: lets everything `through`; refuses everybody (`shut`); takes the connection and then says nothing
 * (`silent`); or lets so many bytes of each answer through and breaks off.
 */
export type ProxyMode = 'through' | 'shut' | 'silent' | { cutAfter: number }

/** A way to a server on this machine that can be made bad, for tests. */
export interface FaultyProxy {
  readonly port: number
  /** What holds from now on; connections that stand are broken. */
  setMode(mode: ProxyMode): Promise<void>
  close(): Promise<void>
}

/** Opens a way to a port. */
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
      // After what is written has gone out, in the middle of the answer.
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
