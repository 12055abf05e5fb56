// svg-to-pdfkit has no types; this declares what we use.
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
