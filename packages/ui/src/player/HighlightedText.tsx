import { splitMatches } from './utterances'

/** A text with what was searched for marked in it. */
export function HighlightedText({ text, search }: { text: string; search: string }) {
  return splitMatches(text, search).map((piece, index) =>
    // The pieces of a text never change places.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    piece.isMatch ? <mark key={index}>{piece.text}</mark> : piece.text,
  )
}
