import { SaxesParser } from 'saxes'
import { EncodingError, TextReader } from '../encoding'

/** An element of one prospect with its contents. Names have no prefix and are in lower case. */
export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  /** The text directly in it. */
  text: string
  children: Element[]
  line: number
}

/** What a file yields, in order. */
export type XmlItem =
  | { kind: 'prospect'; element: Element; property: Element | undefined }
  /** A prospect that is too large to be real. */
  | { kind: 'unreadable'; line: number; reason: string }
  /** The file can't be read further; the unfinished prospect is yielded as far as it was read. */
  | { kind: 'broken'; line: number; reason: string; open: Element | undefined }

const MAX_DEPTH = 200
const MAX_ELEMENTS = 200_000
const MAX_CHARACTERS = 32 << 20
/** This many bytes without a tag are no export, and buffering them would fill the memory. */
const MAX_UNTAGGED_BYTES = 64 << 20

// Invalid in XML but harmless: systems let people paste it into comments.
const HARMLESS = /disallowed character|undefined entity/i
const PASTED_ENTITIES = { nbsp: ' ', ndash: '–', mdash: '—', rsquo: '’', lsquo: '‘', eacute: 'é' }

/**
 * Reads a Lead Management file prospect by prospect: memory holds one prospect and one chunk of the file. `onNote` receives what
 * was found out about the encoding.
 */
export async function* prospectsOf(
  chunks: AsyncIterable<Uint8Array>,
  onNote: (note: string) => void,
): AsyncIterable<XmlItem> {
  const reader = new ProspectReader()
  const text = new TextReader({ declared: declaredEncoding })
  const write = (bytes: number, read: () => string) => {
    try {
      reader.write(read(), bytes)
    } catch (error) {
      if (!(error instanceof EncodingError)) throw error
      reader.fail(error.message)
    }
  }
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue
    write(chunk.length, () => text.write(chunk))
    yield* reader.drain()
    if (reader.isBroken) return
  }
  write(0, () => text.end())
  if (text.note) onNote(text.note)
  reader.end()
  yield* reader.drain()
}

/** The encoding that an XML declaration names, unless it is UTF-8, or UTF-16, which many programs declare and don't write. */
function declaredEncoding(start: string): string | undefined {
  const named = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1]?.toLowerCase()
  return named === undefined || /^(utf-?8|utf-?16.*|unicode)$/.test(named) ? undefined : named
}

class ProspectReader {
  isBroken = false
  readonly #parser = new SaxesParser({ xmlns: false, position: true })
  readonly #stack: string[] = []
  #found: XmlItem[] = []
  /** The open elements within a prospect, or within a property's name above it. */
  #open: Element[] = []
  #property: Element | undefined
  #elements = 0
  #characters = 0
  #silence = 0
  #tooLarge: { line: number; depth: number } | undefined

  constructor() {
    Object.assign(this.#parser.ENTITIES, PASTED_ENTITIES)
    this.#parser.on('opentag', ({ name, attributes }) => this.#opened(localName(name), attributes))
    this.#parser.on('closetag', () => this.#closed())
    this.#parser.on('text', (text) => this.#text(text))
    this.#parser.on('cdata', (text) => this.#text(text))
    this.#parser.on('error', (error) => {
      if (!HARMLESS.test(error.message)) this.fail(`The file is not well-formed XML: ${plain(error.message)}.`)
    })
  }

  write(text: string, bytes: number): void {
    this.#silence += bytes
    this.#parser.write(text)
    if (this.#silence > MAX_UNTAGGED_BYTES) this.fail('The file holds a piece of 64 MB without a tag.')
  }

  end(): void {
    if (this.isBroken) return
    if (this.#stack.length > 0) this.fail(`The file ends in the middle: ${this.#stack.at(-1)} is not closed.`)
    else if (!this.isBroken) this.#parser.close()
  }

  drain(): XmlItem[] {
    const found = this.#found
    this.#found = []
    return found
  }

  /** Ends the reading; a parser's further errors after the first mean nothing. */
  fail(reason: string): void {
    if (this.isBroken) return
    this.isBroken = true
    const [root] = this.#open
    const open = root?.name === 'prospect' ? root : undefined
    this.#found.push({ kind: 'broken', line: this.#parser.line, reason, open })
  }

  #opened(name: string, attributes: Record<string, string>): void {
    if (this.isBroken) return
    this.#silence = 0
    this.#stack.push(name)
    if (this.#stack.length > MAX_DEPTH) this.fail(`The file holds elements more than ${MAX_DEPTH} deep.`)
    if (this.isBroken || this.#tooLarge) return
    const parent = this.#open.at(-1)
    // A prospect within a prospect is treated as a part of it.
    if (!parent && name !== 'prospect' && name !== 'propertyid') return
    const element: Element = {
      name,
      attributes: plainAttributes(attributes),
      text: '',
      children: [],
      line: this.#parser.line,
    }
    parent?.children.push(element)
    this.#open.push(element)
    this.#elements++
    this.#guard()
  }

  #closed(): void {
    if (this.isBroken) return
    this.#silence = 0
    const name = this.#stack.pop()
    if (this.#tooLarge) {
      if (this.#stack.length < this.#tooLarge.depth) {
        this.#found.push({
          kind: 'unreadable',
          line: this.#tooLarge.line,
          reason: 'The prospect is too large: it has more than 200,000 elements or 32 million characters.',
        })
        this.#tooLarge = undefined
      }
      return
    }
    // The elements above the prospects describe their list.
    if (name === 'leadmanagement') this.#property = undefined
    const element = this.#open.pop()
    if (!element || this.#open.length > 0) return
    this.#elements = 0
    this.#characters = 0
    if (element.name === 'propertyid') this.#property = element
    else this.#found.push({ kind: 'prospect', element, property: this.#property })
  }

  #text(text: string): void {
    this.#silence = 0
    const element = this.#open.at(-1)
    if (this.isBroken || !element) return
    element.text += text
    this.#characters += text.length
    this.#guard()
  }

  #guard(): void {
    if (this.#elements <= MAX_ELEMENTS && this.#characters <= MAX_CHARACTERS) return
    this.#tooLarge = {
      line: this.#open[0]?.line ?? this.#parser.line,
      depth: this.#stack.length - this.#open.length + 1,
    }
    this.#open = []
    this.#elements = 0
    this.#characters = 0
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

const plainAttributes = (attributes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))

/** The parser's message without the position, which the rejection has already. */
const plain = (message: string): string => message.replace(/^\d+:\d+:\s*/, '').replace(/\.$/, '')
