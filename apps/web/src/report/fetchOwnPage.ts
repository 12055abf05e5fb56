/** Loads what reports with a page of their own share; the others do without. */
export const fetchOwnPage = () => import('./OwnPage')
