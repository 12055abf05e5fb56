import { createWriteStream, type WriteStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Rejection } from '@leaselight/facts'

/** The refusals of a run; the file appears with the first of them. */
export class RejectionFile {
  count = 0
  readonly path: string
  #stream: WriteStream | undefined

  constructor(path: string) {
    this.path = resolve(path)
  }

  add(refusal: Rejection): void {
    this.#stream ??= createWriteStream(this.path)
    this.#stream.write(`${JSON.stringify(refusal)}\n`)
    this.count++
  }

  async close(): Promise<void> {
    const stream = this.#stream
    if (stream) await new Promise<void>((done, fail) => stream.once('error', fail).end(done))
  }
}
