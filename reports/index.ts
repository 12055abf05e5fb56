/** The register: one line for each report, in the order of the navigation. */
export { activity } from './activity/report'
export { calls } from './calls/report'
export { conversions } from './conversions/report'
export { occupancy } from './occupancy/report'
export { appointments } from './appointments/report'
export { upcomingAppointments } from './upcoming-appointments/report'
export { boxscore } from './boxscore/report'
