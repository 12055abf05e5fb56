import { piecesOf } from './follow'

/** A text with what was searched for marked in it. */
export function Marked({ text, search }: { text: string; search: string }) {
  return piecesOf(text, search).map((piece, index) =>
    // The pieces of a text never change places.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    piece.found ? <mark key={index}>{piece.text}</mark> : piece.text,
  )
}
