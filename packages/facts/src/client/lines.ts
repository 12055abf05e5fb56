const FIRST_CAPACITY = 1 << 16

/** UTF-8 takes at most this many bytes for a unit of JavaScript's text. */
const MOST_BYTES = 3

/**
 * The rows of an insert as text, a line each, kept as bytes. As texts on the heap a hundred thousand lines would be copied
 * again and again by the garbage collector before they are written.
 */
export class Lines {
  #bytes = Buffer.allocUnsafe(FIRST_CAPACITY)
  #length = 0

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /** What was added so far: valid until more is added. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Adds a line, which comes without its end. */
  add(line: string): void {
    this.#makeRoomFor(line.length * MOST_BYTES + 1)
    this.#length += this.#bytes.write(line, this.#length)
    this.#bytes[this.#length++] = 10
  }

  #makeRoomFor(bytes: number): void {
    if (this.#bytes.length - this.#length >= bytes) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + bytes))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
