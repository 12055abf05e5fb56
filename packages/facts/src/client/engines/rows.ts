import { PIECE_BYTES } from '../../pieces'

const LINE_END = 10

/** The rows of a response in JSONEachRow, which ends with a line end. They are parsed a piece at a time. */
export function rowsOf(bytes: Buffer): unknown[] {
  const rows: unknown[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = endOfPiece(bytes, at)
    const text = bytes.toString('utf8', at, end - 1)
    for (const row of JSON.parse(`[${text.replaceAll('\n', ',')}]`)) rows.push(row)
    at = end
  }
  return rows
}

/** Behind the last line that ends within the piece; one line may be longer. */
function endOfPiece(bytes: Buffer, at: number): number {
  if (at + PIECE_BYTES >= bytes.length) return bytes.length
  const last = bytes.lastIndexOf(LINE_END, at + PIECE_BYTES)
  return 1 + (last > at ? last : bytes.indexOf(LINE_END, at))
}
