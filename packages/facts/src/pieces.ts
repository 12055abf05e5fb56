/**
 * Long text is made in pieces of this size. Also where a character takes two bytes, each is below the 128 kB from which on
 * JavaScript places an object by itself: to make such a text takes thirty times as long.
 */
export const PIECE_BYTES = 60 << 10
