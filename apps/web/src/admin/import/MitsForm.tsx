import { NativeSelect } from '@mantine/core'
import blocks from '../../app/blocks.module.css'
import classes from './import.module.css'
import type { PropertyMap } from './mapping'

interface Props {
  /** Property codes found at the start of the file. */
  codes: readonly string[]
  map: PropertyMap
  properties: readonly { id: number; name: string }[]
  onChange: (map: PropertyMap) => void
}

/** Assigns our properties to the file's property codes. */
export function MitsForm({ codes, map, properties, onChange }: Props) {
  const shown = [...new Set([...codes, ...Object.keys(map.properties).filter((code) => code !== '*')])]
  const set = (code: string, chosen: string) => {
    const { [code]: _, ...rest } = map.properties
    onChange({ ...map, properties: chosen === '' ? rest : { ...rest, [code]: Number(chosen) } })
  }
  const row = (code: string, label: string) => (
    <NativeSelect
      key={code}
      label={label}
      value={String(map.properties[code] ?? '')}
      onChange={(event) => set(code, event.currentTarget.value)}
      data={[
        { value: '', label: 'Leave out' },
        ...properties.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
  return (
    <fieldset className={classes.group}>
      <legend>Which property is which?</legend>
      <p className={blocks.about}>
        {codes.length > 0
          ? 'These are the codes in the beginning of the file.'
          : 'The start of the file names no property. You can assign all of it to one.'}
      </p>
      <div className={classes.pairs}>
        {shown.map((code) => row(code, code))}
        {row('*', shown.length > 0 ? 'All others' : 'All prospects')}
      </div>
    </fieldset>
  )
}
