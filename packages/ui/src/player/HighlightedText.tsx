import { splitMatches } from './utterances'

/** A text with the search matches highlighted. */
export function HighlightedText({ text, search }: { text: string; search: string }) {
  return splitMatches(text, search).map((piece, index) =>
    // The pieces of a text are never reordered.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    piece.isMatch ? <mark key={index}>{piece.text}</mark> : piece.text,
  )
}
