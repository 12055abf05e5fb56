/** The records that a line counts. */
export const reconcileRecords = ['prospects', 'appointments', 'visits', 'applications', 'leases', 'units'] as const
export type ReconcileRecord = (typeof reconcileRecords)[number]

/** A line of the Boxscore that another system's boxscore has too. */
export interface ReconcileLine {
  key: string
  label: string
  /** The report and the counts that our number is; of several counts their sum. */
  report: 'boxscore' | 'boxscore-resident'
  columns: readonly string[]
  record: ReconcileRecord
  /** The field with the record's day; null for units on the last day of the period. */
  dated: string | null
  /** What other systems call it, besides the label. */
  names: readonly string[]
}

const leasing = (key: string, label: string, record: ReconcileRecord, dated: string, names: readonly string[]) =>
  ({ key, label, report: 'boxscore', columns: [key], record, dated, names }) as const satisfies ReconcileLine

const moves = (key: string, label: string, dated: string, names: readonly string[]) =>
  ({ key, label, report: 'boxscore-resident', columns: [key], record: 'leases', dated, names }) as const

const units = (key: string, label: string, columns: readonly string[], names: readonly string[]) =>
  ({ key, label, report: 'boxscore-resident', columns, record: 'units', dated: null, names }) as const

/** Every line that can be reconciled, in the order of the Boxscore. */
export const reconcileLines: readonly ReconcileLine[] = [
  leasing('leads', 'Leads', 'prospects', 'created_at', ['total leads', 'all leads', 'lead', 'inquiries', 'contacts']),
  leasing('prospects', 'Prospects', 'prospects', 'created_at', [
    ...['prospect', 'new prospects', 'guest cards', 'guest card', 'new guest cards', 'first contacts', 'new leads'],
    ...['first contact', 'qualified leads', 'new traffic', 'traffic'],
  ]),
  leasing('appointments', 'Appointments', 'appointments', 'starts_at', [
    ...['appointment', 'appts', 'tours scheduled', 'scheduled tours', 'tour appointments'],
  ]),
  leasing('visits', 'Visits', 'visits', 'visited_at', [
    ...['visit', 'tours', 'tour', 'shows', 'show', 'showings', 'first visits', 'completed tours', 'tours completed'],
  ]),
  leasing('applications', 'Applications', 'applications', 'submitted_at', [
    ...['application', 'apps', 'applied', 'applications received', 'new applications'],
  ]),
  leasing('applicationsApproved', 'Applications approved', 'applications', 'status_at', [
    ...['approved', 'approved applications', 'apps approved', 'approvals'],
  ]),
  leasing('applicationsDenied', 'Applications denied', 'applications', 'status_at', [
    ...['denied', 'denied applications', 'apps denied', 'denials'],
  ]),
  leasing('leases', 'Leases', 'leases', 'signed_at', [
    ...['lease', 'new leases', 'leases signed', 'signed leases', 'lease signed', 'gross leases', 'leased'],
  ]),
  leasing('cancelledLeases', 'Cancelled leases', 'leases', 'cancelled_at', [
    ...['canceled leases', 'lease cancellations', 'cancellations', 'cancels', 'canceled', 'cancelled'],
  ]),
  moves('moveIns', 'Move-ins', 'moved_in_on', ['move in', 'move ins', 'moved in', 'actual move ins']),
  moves('moveOuts', 'Move-outs', 'moved_out_on', ['move out', 'move outs', 'moved out', 'actual move outs']),
  moves('notices', 'Notices', 'notice_on', ['notice', 'notices given', 'notice to vacate', 'ntv', 'new notices']),
  moves('renewals', 'Renewals', 'signed_at', ['renewal', 'renewals signed', 'renewed', 'signed renewals']),
  moves('transfers', 'Transfers', 'signed_at', ['transfer', 'unit transfers', 'on site transfers']),
  units('totalUnits', 'Units', ['totalUnits'], ['total units', 'unit count', 'number of units', 'rentable units']),
  units('totalOccupied', 'Occupied units', ['totalOccupied'], ['occupied', 'occupied homes', 'units occupied']),
  units(
    'vacant',
    'Vacant units',
    ['rentedVacant', 'unrentedVacant'],
    ['vacant', 'vacancies', 'units vacant', 'vacants'],
  ),
  units(
    'onNotice',
    'Units on notice',
    ['rentedNotice', 'unrentedNotice'],
    ['on notice', 'notice units', 'total notice'],
  ),
]

const byKey = new Map(reconcileLines.map((line) => [line.key, line]))

/** The line of a key; undefined for any other text. */
export const reconcileLine = (key: string): ReconcileLine | undefined => byKey.get(key)
