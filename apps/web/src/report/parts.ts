import { partOf } from '@leaselight/ui/part'

/** A report's rows as cards, for phones. */
export const ReportCards = partOf(() => import('./table/ReportCards'))
/** What reports with a page of their own share; the others do without. */
export const OwnPage = partOf(() => import('./OwnPage'))
