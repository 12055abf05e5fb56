// svg-to-pdfkit ships no types; this is what we use of it.
declare module 'svg-to-pdfkit' {
  interface Options {
    width: number
    height: number
    assumePt?: boolean
    fontCallback?: (family: string, bold: boolean, italic: boolean) => string
  }
  export default function svgToPdf(
    doc: InstanceType<typeof import('pdfkit')>,
    svg: string,
    x: number,
    y: number,
    options: Options,
  ): void
}
