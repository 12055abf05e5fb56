// @ts-check
// Plain JavaScript: a thread that transforms TypeScript would transform pdf.js too, which takes 200 MB.
import { parentPort } from 'node:worker_threads'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

parentPort?.on('message', async ({ id, pdf, width }) => {
  const task = getDocument({ data: pdf, verbosity: VerbosityLevel.ERRORS, isEvalSupported: false })
  try {
    const page = await (await task.promise).getPage(1)
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
    const canvas = createCanvas(width, Math.round(viewport.height))
    // pdf.js draws on any canvas with the methods of a browser's; its types demand the browser's.
    await page.render({ canvas: /** @type {any} */ (canvas), viewport }).promise
    parentPort?.postMessage({ id, png: canvas.toBuffer('image/png') })
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) })
  } finally {
    await task.destroy()
  }
})
