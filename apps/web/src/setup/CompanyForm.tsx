import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './setup.module.css'
import { localZone, TimeZoneSelect } from './TimeZoneSelect'
import type { SaveSetup } from './useSetupMutation'

/** Creates the company that the administrator's session names. */
export function CompanyForm({ save }: { save: SaveSetup }) {
  const [name, setName] = useState('')
  const [timeZone, setTimeZone] = useState(localZone)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.send({ path: '/api/setup/company', body: { name: name.trim(), timeZone } })
      }}
    >
      <TextInput label="Company name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <TimeZoneSelect value={timeZone} onChange={setTimeZone} />
      <Button type="submit" loading={save.busy} disabled={name.trim() === ''}>
        Create company
      </Button>
    </form>
  )
}
