/** Loads a table's rows as cards, while the numbers load. */
export const fetchCards = () => import('./ReportCards')
