/** Where the setup of a company is read. */
export const SETUP = '/api/setup'
