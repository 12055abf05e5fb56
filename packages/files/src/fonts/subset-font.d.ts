// subset-font ships no types; this is what we use of it.
declare module 'subset-font' {
  interface Options {
    keepAllGlyphs: true
    targetFormat: 'sfnt'
    noHinting: true
    variationAxes: { wght: number }
  }
  export default function subsetFont(font: Buffer, text: null, options: Options): Promise<Buffer>
}
