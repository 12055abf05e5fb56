import { MY_PAGE as page } from '@leaselight/model'

/** Address of the user's own page. */
export const MY_PAGE = page.address
