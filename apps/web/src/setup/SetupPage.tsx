import { Button } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { signOut } from '../session/signOut'
import { Brand } from '../shell/Brand'
import { CompanyForm } from './CompanyForm'
import { PropertiesForm } from './PropertiesForm'
import classes from './setup.module.css'
import type { ChecklistLine, Setup, SetupLine } from './types'
import { UserForm } from './UserForm'
import { type SaveSetup, useSetupMutation } from './useSetupMutation'

const names: Record<SetupLine, string> = {
  company: 'Company',
  sign_in: 'Sign-in',
  properties: 'Properties',
  facts: 'Data',
  users: 'Users',
  flags: 'Reports',
  crm: 'CRM',
}

/** What the company lacks before its reports have something to show, with the next action beside each line. */
export default function SetupPage({ setup }: { setup: Setup }) {
  const { config } = useServices()
  useEffect(() => {
    document.title = 'Setup · Leaselight'
  }, [])
  const left = setup.lines.filter(({ done, dismissed }) => !done && !dismissed).length
  return (
    <main className={classes.page}>
      <div className={classes.head}>
        <Brand />
        <Button variant="subtle" color="gray" onClick={() => signOut(config.logoutUrl)}>
          Sign out
        </Button>
      </div>
      <h1 className={classes.title}>{setup.company ? `Set up ${setup.company.name}` : 'Set up Leaselight'}</h1>
      <p className={classes.about}>
        {left === 1 ? 'One step is left.' : `${left} steps are left.`} The reports open when everything is done or
        skipped.
      </p>
      <ul className={classes.lines} aria-label="Setup steps">
        {setup.lines.map((line) => (
          <li key={line.line} className={classes.line}>
            <span className={classes.icon} data-done={line.done || undefined}>
              {line.done ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircleDashed size={20} aria-hidden />}
            </span>
            <div className={classes.body}>
              <div>
                <h2 className={classes.name}>
                  {names[line.line]}
                  <span className="ll-spoken">: {stateOf(line)}</span>
                </h2>
                <p className={classes.text}>{line.dismissed && !line.done ? 'Skipped.' : line.text}</p>
              </div>
              <Step setup={setup} line={line} />
            </div>
          </li>
        ))}
      </ul>
    </main>
  )
}

const stateOf = ({ done, dismissed }: ChecklistLine): string => {
  if (done) return 'done'
  return dismissed ? 'skipped' : 'to do'
}

/** What brings a line in. A step that needs the company or its properties waits for them. */
function Step({ setup, line }: { setup: Setup; line: ChecklistLine }) {
  const save = useSetupMutation()
  const hasProperties = setup.properties.length > 0
  if (line.line === 'company') return line.done ? null : <CompanyForm save={save} />
  if (!setup.company) return null
  if (line.line === 'properties') return <PropertiesForm setup={setup} save={save} />
  if (line.done || !hasProperties) return null
  if (line.dismissed)
    return (
      <Buttons>
        <Button variant="default" onClick={() => dismiss(save, line.line, false)}>
          Do it now
        </Button>
      </Buttons>
    )
  const skip = (
    <Button
      variant={line.line === 'crm' ? 'default' : 'subtle'}
      color="gray"
      onClick={() => dismiss(save, line.line, true)}
    >
      {line.line === 'crm' ? 'Keep the stand-in' : 'Skip for now'}
      <span className="ll-spoken">: {names[line.line]}</span>
    </Button>
  )
  if (line.line === 'users') return <UserForm setup={setup}>{skip}</UserForm>
  return (
    <Buttons>
      {line.line === 'facts' && <PageLink path="/admin/import">Import data</PageLink>}
      {line.line === 'flags' && <PageLink path="/admin/flags">Turn reports on</PageLink>}
      {skip}
    </Buttons>
  )
}

const Buttons = ({ children }: { children: ReactNode }) => <div className={classes.buttons}>{children}</div>

function PageLink({ path, children }: { path: string; children: string }) {
  const { push } = useAddress()
  return (
    <Button
      component="a"
      href={path}
      onClick={(event) => {
        event.preventDefault()
        push(path)
      }}
    >
      {children}
    </Button>
  )
}

function dismiss(save: SaveSetup, line: SetupLine, dismissed: boolean): void {
  save.send({ path: '/api/setup/dismissed', method: 'PUT', body: { line, dismissed } })
}
