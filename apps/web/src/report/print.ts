import { type KeyValue, storageKeys } from '../session/storage'

const FRAMES = 2

/** Prints the page. Local storage says "ready to print" from when everything is drawn until printing is over. */
export async function printPage(storage: KeyValue): Promise<void> {
  await document.fonts.ready
  for (let frame = 0; frame < FRAMES; frame++) await new Promise(requestAnimationFrame)
  storage.setItem(storageKeys.readyToPrint, 'true')
  window.addEventListener('afterprint', () => storage.removeItem(storageKeys.readyToPrint), { once: true })
  window.print()
}
