/** The type of a company's notice that says its records are invented. */
export const SAMPLE_NOTICE = 'sample'

/** The password of all users of the sample. */
export const samplePassword = 'leaselight'

/** Users of the sample whose views differ, each with a description. */
export const sampleViews = {
  manager: 'manager of all properties',
  regional: 'regional manager',
  agent: 'leasing agent',
} as const
