import { createWriteStream, type WriteStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Rejection } from '@leaselight/facts'

/** The rejected records of an import, one JSON object per line. The file is created with the first of them. */
export class RejectionFile {
  count = 0
  readonly path: string
  #stream: WriteStream | undefined

  constructor(path: string) {
    this.path = resolve(path)
  }

  add(rejection: Rejection): void {
    this.#stream ??= createWriteStream(this.path)
    this.#stream.write(`${JSON.stringify(rejection)}\n`)
    this.count++
  }

  async close(): Promise<void> {
    const stream = this.#stream
    if (stream) await new Promise<void>((done, fail) => stream.once('error', fail).end(done))
  }
}
