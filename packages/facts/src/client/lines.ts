const FIRST_CAPACITY = 1 << 16

/** UTF-8 takes at most this many bytes for a unit of JavaScript's text. */
const MOST_BYTES = 3

/** Room for lines that are a little longer than those before them. */
const SPARE = 1.1

/**
 * The rows of an insert as text, a line each, kept as bytes. As texts on the heap a hundred thousand lines would be copied
 * again and again by the garbage collector before they are written.
 */
export class Lines {
  readonly #expected: number
  #bytes = Buffer.allocUnsafe(FIRST_CAPACITY)
  #length = 0
  #count = 0

  /** @param expected how many lines will come: most of them then find room without the bytes being copied */
  constructor(expected = 0) {
    this.#expected = expected
  }

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
    this.#count++
  }

  #makeRoomFor(bytes: number): void {
    if (this.#bytes.length - this.#length >= bytes) return
    const all = this.#count > 0 ? Math.ceil((this.#length / this.#count) * this.#expected * SPARE) : 0
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + bytes, all))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
