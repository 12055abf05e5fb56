import { partOf } from '@leaselight/ui/part'

/** A report's rows as a table. */
export const ReportTable = partOf(() => import('./ReportTable'))
