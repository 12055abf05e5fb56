/** The register: one line for each report, in the order of the navigation. */

// Leads
export { activity } from './activity/report'
// Visitors
export { appointments } from './appointments/report'
// My Knock
export { boxscore } from './boxscore/report'
export { calls } from './calls/report'
// Leases
export { conversions } from './conversions/report'
export { demographics } from './demographics/report'

export { idVerification } from './id-verification/report'
export { occupancy } from './occupancy/report'
export { tourEngagement } from './tour-engagement/report'
export { tourType } from './tour-type/report'
export { upcomingAppointments } from './upcoming-appointments/report'
