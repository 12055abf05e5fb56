import { isAscii, isUtf8 } from 'node:buffer'

/** The encodings that a mapping may state. */
export const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const

/** Why a file's bytes are no text, as a sentence. */
export class EncodingError extends Error {}

interface EncodingHints {
  /** The encoding, where the reader of the file knows it. */
  stated?: string | undefined
  /** Finds the encoding that the file's first bytes declare, when they are not UTF-16. */
  declared?: (start: string) => string | undefined
}

/** So many bytes decide whether a file is UTF-16, and hold its declaration. */
const START = 256
const ASCII_END = 0x80
const NEWLINE = 10

/** Files that people take for text, by their first bytes. */
const NOT_TEXT: readonly (readonly [start: string, sentence: string])[] = [
  ['PK\u0003\u0004', 'The file is an Excel workbook or a ZIP archive. Save the sheet as CSV and import that.'],
  ['\u00d0\u00cf\u0011\u00e0', 'The file is an Excel workbook. Save the sheet as CSV and import that.'],
  ['\u001f\u008b', 'The file is compressed. Unpack it first.'],
  ['%PDF', 'The file is a PDF. Export the data as CSV.'],
]

/**
 * Turns a file's bytes into text without losing a letter. UTF-16 is known by its mark or its zero bytes. Other bytes are UTF-8,
 * and lines that can't be are windows-1252, which is what most programs on Windows write. `note` says what was found.
 */
export class TextReader {
  readonly #hints: EncodingHints
  #start: Buffer = Buffer.alloc(0)
  #decode: ((bytes: Buffer, isEnd: boolean) => string) | undefined
  /** What was found, unless the file is UTF-8 or its encoding was stated. */
  #found: string | undefined
  #rest: Buffer = Buffer.alloc(0)
  #hasUtf8 = false
  #windowsLines = 0

  constructor(hints: EncodingHints = {}) {
    this.#hints = hints
  }

  /** The text of the bytes so far that was not returned before. Throws an EncodingError. */
  write(chunk: Uint8Array): string {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (this.#decode) return this.#decode(bytes, false)
    this.#start = Buffer.concat([this.#start, bytes])
    return this.#start.length < START ? '' : this.#begin(false)
  }

  /** The rest of the text. */
  end(): string {
    return this.#decode ? this.#decode(Buffer.alloc(0), true) : this.#begin(true)
  }

  /** What the reader of the report should know about the encoding; undefined for plain UTF-8. */
  get note(): string | undefined {
    if (this.#found) return `Read as ${this.#found}.`
    if (this.#windowsLines === 0) return undefined
    if (!this.#hasUtf8) return 'Read as windows-1252.'
    return this.#windowsLines === 1
      ? '1 line is not UTF-8 and was read as windows-1252.'
      : `${this.#windowsLines} lines are not UTF-8 and were read as windows-1252.`
  }

  #begin(isEnd: boolean): string {
    const start = this.#start
    this.#start = Buffer.alloc(0)
    const head = start.subarray(0, START).toString('latin1')
    const known = NOT_TEXT.find(([bytes]) => head.startsWith(bytes))
    if (known) throw new EncodingError(known[1])
    const { stated, declared } = this.#hints
    const utf16 = stated === undefined ? utf16Of(start) : undefined
    const named = stated ?? (utf16 ? undefined : declared?.(head))
    this.#found = utf16
    if (!utf16 && named === undefined && head.includes('\u0000'))
      throw new EncodingError('The file is not text: it has zero bytes.')
    const decode =
      utf16 || named ? decoderOf(utf16 ?? named ?? '') : (bytes: Buffer, end: boolean) => this.#detect(bytes, end)
    this.#decode = decode
    // The mark at the start is no part of the text.
    const marked = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf && !utf16 && named === undefined
    return decode(marked ? start.subarray(3) : start, isEnd)
  }

  /** UTF-8, and windows-1252 where a line can't be UTF-8. */
  #detect(chunk: Buffer, isEnd: boolean): string {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let end = bytes.length
    // Letters of several bytes may continue in the next chunk; an ASCII byte ends every letter.
    while (!isEnd && end > 0 && (bytes[end - 1] ?? 0) >= ASCII_END) end--
    this.#rest = bytes.subarray(end)
    const whole = bytes.subarray(0, end)
    if (isAscii(whole)) return whole.toString('latin1')
    if (isUtf8(whole)) {
      this.#hasUtf8 = true
      return whole.toString('utf8')
    }
    let text = ''
    for (let from = 0; from < whole.length; ) {
      const newline = whole.indexOf(NEWLINE, from)
      const to = newline < 0 ? whole.length : newline + 1
      text += this.#line(whole.subarray(from, to))
      from = to
    }
    return text
  }

  #line(line: Buffer): string {
    if (isUtf8(line)) {
      this.#hasUtf8 ||= !isAscii(line)
      return line.toString('utf8')
    }
    this.#windowsLines++
    return windows1252(line)
  }
}

/** What windows-1252 has from 0x80 to 0x9f, where Latin-1 has control characters; a space where it has nothing. */
const WINDOWS_LETTERS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const WINDOWS_RANGE = /[\u0080-\u009f]/g

/** By hand: Node 20's TextDecoder reads windows-1252 as Latin-1. */
const windows1252 = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(WINDOWS_RANGE, (letter) => WINDOWS_LETTERS[letter.charCodeAt(0) - 0x80]?.trim() || letter)

/** UTF-16 by its mark, or by the zero bytes that Latin letters have in it. */
function utf16Of(start: Buffer): 'UTF-16LE' | 'UTF-16BE' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'UTF-16LE'
  if (start[0] === 0xfe && start[1] === 0xff) return 'UTF-16BE'
  const zeros = [0, 0]
  const read = Math.min(start.length, START)
  for (let index = 0; index < read; index++) if (start[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Nearly every second byte: a header is in Latin letters.
  if (odd > even && odd > read / 3 && even < read / 20) return 'UTF-16LE'
  if (even > odd && even > read / 3 && odd < read / 20) return 'UTF-16BE'
  return undefined
}

function decoderOf(name: string): (bytes: Buffer, isEnd: boolean) => string {
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(name, { fatal: true })
  } catch {
    throw new EncodingError(
      `The file is written in the encoding “${name.slice(0, 40)}”, which is not known here. UTF-8 always is.`,
    )
  }
  if (decoder.encoding === 'windows-1252') return windows1252
  return (bytes, isEnd) => {
    try {
      return decoder.decode(bytes, { stream: !isEnd })
    } catch {
      throw new EncodingError(`The file is not ${name} throughout.`)
    }
  }
}
