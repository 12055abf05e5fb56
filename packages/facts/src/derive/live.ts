/** The condition for an appointment that nobody canceled. */
export const KEPT_APPOINTMENT = `status NOT IN ('cancelled-renter', 'cancelled-manager')`

/** The condition for a new lease that was never canceled. */
export const LIVE_LEASE = `kind = 'new' AND cancelled_at IS NULL`
