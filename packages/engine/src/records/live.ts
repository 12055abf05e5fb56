export { KEPT_APPOINTMENT, LIVE_LEASE } from '@leaselight/facts'
