/** Loads the table's code, which is fetched while the numbers load, so that neither waits for the other. */
export const fetchTable = () => import('./ReportTable')
