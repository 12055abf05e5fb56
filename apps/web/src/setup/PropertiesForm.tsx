import { zoneName } from '@leaselight/model'
import { Anchor, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAddress } from '../app/useAddress'
import classes from './setup.module.css'
import { TimeZoneSelect } from './TimeZoneSelect'
import type { Setup } from './types'
import type { SaveSetup } from './useSetupMutation'

/** The company's properties with the ids that files use, and a form to add one. */
export function PropertiesForm({ setup, save }: { setup: Setup; save: SaveSetup }) {
  const { push } = useAddress()
  const [name, setName] = useState('')
  const [timeZone, setTimeZone] = useState(setup.company?.timeZone ?? '')
  return (
    <>
      {setup.properties.length > 0 && (
        <ul className={classes.known} aria-label="Properties">
          {setup.properties.map((property) => (
            <li key={property.id}>
              {property.name}, {zoneName(property.timeZone)}, id {property.id}
            </li>
          ))}
        </ul>
      )}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          save.send({ path: '/api/setup/properties', body: { properties: [{ name: name.trim(), timeZone }] } })
          setName('')
        }}
      >
        <TextInput label="Property name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <TimeZoneSelect value={timeZone} onChange={setTimeZone} />
        <Button type="submit" loading={save.busy} disabled={name.trim() === ''}>
          Add property
        </Button>
      </form>
      {setup.properties.length === 0 && (
        <p className={classes.text}>
          Many properties?{' '}
          <Anchor
            href="/admin/import"
            onClick={(event) => {
              event.preventDefault()
              push('/admin/import')
            }}
          >
            Import them from a file
          </Anchor>
          .
        </p>
      )}
    </>
  )
}
