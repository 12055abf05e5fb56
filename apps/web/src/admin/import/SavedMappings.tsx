import { FailedLine } from '@leaselight/ui'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '../../api/request'
import { toAnswer } from '../../api/toAnswer'
import { useServices } from '../../app/Services'
import { useAlerts } from '../../state/AlertsProvider'
import classes from './import.module.css'

/** A mapping or property map that the company saved under a name. */
export interface SavedMapping {
  id: string
  name: string
  kind: 'mits' | 'csv'
  mapping: object
  updated_at: string
}

const savedKey = ['import-mappings']

/** The company's saved mappings. Column names in them stay as they are. */
export const savedMappingsQuery = (client: Client) => ({
  queryKey: savedKey,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    client
      .json<{ mappings: SavedMapping[] }>('/api/import-mappings', { signal, keepCase: true })
      .then(({ mappings }) => mappings),
})

interface Props {
  kind: SavedMapping['kind']
  /** The mapping as it is now. */
  mapping: object
  /** The name of the saved mapping in use, or ''. */
  name: string
  onUse: (saved: SavedMapping) => void
  onSaved: (name: string) => void
}

/** Uses a saved mapping, or saves the present one under a name for the next file. */
export function SavedMappings({ kind, mapping, name, onUse, onSaved }: Props) {
  const { client } = useServices()
  const { add } = useAlerts()
  const queries = useQueryClient()
  const all = toAnswer(useQuery(savedMappingsQuery(client)))
  const [draft, setDraft] = useState(name)
  const own = all.is === 'here' ? all.data.filter((saved) => saved.kind === kind) : []
  const save = useMutation({
    mutationFn: () =>
      client.json('/api/import-mappings', {
        method: 'PUT',
        keepCase: true,
        // A mapping is plain JSON: it is read from a file as such too.
        body: JSON.parse(JSON.stringify({ name: draft.trim(), kind, mapping })),
      }),
    onSuccess: () => {
      onSaved(draft.trim())
      add({ type: 'success', message: `Saved. The next file with these columns uses “${draft.trim()}”.` })
      void queries.invalidateQueries({ queryKey: savedKey })
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  return (
    <form
      className={classes.line}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      {all.is === 'failed' && <FailedLine what="your saved mappings" message={all.message} retry={all.retry} />}
      {own.length > 0 && (
        <NativeSelect
          label="Saved mapping"
          value={own.find((saved) => saved.name === name)?.id ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const saved = own.find(({ id }) => id === value)
            if (!saved) return
            setDraft(saved.name)
            onUse(saved)
          }}
          data={[{ value: '', label: 'None' }, ...own.map(({ id, name: label }) => ({ value: id, label }))]}
        />
      )}
      <TextInput
        label="Save this mapping as"
        value={draft}
        maxLength={120}
        onChange={({ currentTarget: { value } }) => setDraft(value)}
      />
      <Button type="submit" variant="default" disabled={draft.trim() === ''} loading={save.isPending}>
        Save
      </Button>
    </form>
  )
}
