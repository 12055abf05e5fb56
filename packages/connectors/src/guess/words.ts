/** What something is called in leasing: on screens, and in other systems' tables. */
export interface Words {
  label: string
  /** Other systems' names besides the label, in lower case. */
  names: readonly string[]
}

/** A label and other systems' names for it. */
export const words = (label: string, ...names: string[]): Words => ({ label, names })
