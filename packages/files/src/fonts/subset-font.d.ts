// subset-font has no types; this declares what we use.
declare module 'subset-font' {
  interface Options {
    keepAllGlyphs: true
    targetFormat: 'sfnt'
    noHinting: true
    variationAxes: { wght: number }
  }
  export default function subsetFont(font: Buffer, text: null, options: Options): Promise<Buffer>
}
