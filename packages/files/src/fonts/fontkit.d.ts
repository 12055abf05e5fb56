// fontkit ships no types; this is what we use of it.
declare module 'fontkit' {
  export interface Font {
    characterSet: number[]
    ascent: number
    descent: number
    unitsPerEm: number
  }
  export function create(data: Buffer): Font
}
