import { watchedParts } from '../findings/watch'
import { checkGoals } from '../goals/checkGoals'
import { answerColumns } from './answerTemplate'
import { cardColumns } from './cardDefinition'
import { checkColumnNames } from './columnNames'
import type { ReportDefinition } from './definition'
import { largestColumns } from './largestDefinition'
import { isAdditive } from './numbers'

/**
 * Throws an Error for what types can't check in a definition. Where reports are only shown it isn't loaded: a definition
 * that a server runs is a checked one.
 */
export function checkDefinition(definition: ReportDefinition): void {
  const { columns, tiles, charts, key } = definition
  checkColumnNames(definition)
  for (const [name, option] of charts.flatMap(({ variant }) => Object.entries(variant?.switches ?? {})))
    if (!definition.switches?.[name]?.options[option])
      throw new Error(`Report ${key}: there is no switch "${name}" with an option "${option}".`)
  const seen = new Set<string>()
  for (const [name, column] of Object.entries(columns)) {
    if ('of' in column)
      for (const part of column.of)
        if (!seen.has(part))
          throw new Error(`Report ${key}: column "${name}" builds on "${part}", which must stand before it.`)
    if (column.kind === 'measure' && column.cases !== undefined && columns[column.cases]?.kind !== 'count')
      throw new Error(`Report ${key}: there is no count "${column.cases}" of the cases of "${name}".`)
    seen.add(name)
  }
  for (const name of definition.explains?.columns ?? [])
    if (!isAdditive(columns, name)) throw new Error(`Report ${key}: the parts of "${name}" don't add up to it.`)
  for (const by of definition.explains?.by ?? [])
    if (!definition.groupByOptions?.includes(by)) throw new Error(`Report ${key}: rows can't stand for "${by}".`)
  checkGoals(definition)
  for (const watch of definition.watches ?? [])
    if (!watchedParts(columns, watch)) throw new Error(`Report ${key}: "${watch.column}" can't be watched.`)
  for (const name of [
    definition.sortBy ?? [],
    answerColumns(definition),
    (definition.largest ?? []).flatMap(largestColumns),
    cardColumns(definition),
    Object.keys(definition.nouns ?? {}),
  ].flat())
    if (!(name in columns))
      throw new Error(`Report ${key}: there is no column "${name}" to sort by, to answer with, to name, or for a card.`)
  if (tiles.length > 5) throw new Error(`Report ${key}: five tiles at most.`)
  if (definition.rows.includes('groupBy') && !definition.groupByOptions?.length)
    throw new Error(`Report ${key}: rows by group need groupByOptions.`)
}
