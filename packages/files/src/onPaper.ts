import type { ReportDocument } from './document'
import { rankedTree } from './rankedRows'

/**
 * The document as paper has it: with the rows of the screen in its order, where those inside others show once these are
 * opened.
 */
export function onPaper(document: ReportDocument): ReportDocument {
  const { result, records, opened = [] } = document
  if (records) return document
  const open = new Set(opened)
  const shown = new Set<string>()
  const rows = rankedTree(document).filter(({ key, parent }) => {
    const isShown = parent === null || (open.has(parent) && shown.has(parent))
    if (isShown) shown.add(key)
    return isShown
  })
  return { ...document, result: { ...result, rows } }
}
