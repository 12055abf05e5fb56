/** The lines of the setup checklist, as the server orders them. */
export type SetupLine = 'company' | 'sign_in' | 'properties' | 'facts' | 'users' | 'flags' | 'crm'

export interface ChecklistLine {
  line: SetupLine
  done: boolean
  required: boolean
  /** An administrator has put it aside. */
  dismissed: boolean
  text: string
}

/** What an installation or a company has and lacks. */
export interface Setup {
  isNew: boolean
  /** Where people sign in: at the company's CRM, or at the stand-in that comes with Leaselight. */
  signIn: 'crm' | 'stand-in'
  /** Nothing is left for this person to do. */
  complete: boolean
  company: { id: number; name: string; timeZone: string } | null
  properties: { id: number; name: string; timeZone: string }[]
  lines: ChecklistLine[]
}

export const setupKey = ['setup']
