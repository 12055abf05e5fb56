// fontkit has no types; this declares what we use.
declare module 'fontkit' {
  export interface Font {
    characterSet: number[]
    ascent: number
    descent: number
    unitsPerEm: number
  }
  export function create(data: Buffer): Font
}
