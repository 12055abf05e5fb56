/** A row of the table as a card, where a window is too narrow for a table; columns by name. */
export interface CardDefinition {
  /** What the card is called: the row's own name when absent, in a list of records the first text. */
  title?: string
  /** What a record without that is called, before it is called unknown. */
  otherwise?: string
  /** The line below the name: the numbers of the tiles when absent, in a list what follows the title. */
  meta?: readonly string[]
  /** The number on the right: the one that sorts the page when absent. */
  trailing?: string
  /** What a tap does, by a column with buttons in its cells: opens the list behind the number on the right when absent. */
  action?: string
  /** Columns with a phone number or an email address: the first that a row has is one tap away. */
  contact?: readonly string[]
}

/** The columns a report's card names. */
export const cardColumns = ({ card = {} }: { card?: CardDefinition }): string[] =>
  [card.title, card.otherwise, card.meta, card.trailing, card.action, card.contact].flatMap((names) => names ?? [])
