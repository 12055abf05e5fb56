import '@mantine/core/styles/Alert.css'
import { pluralize } from '@leaselight/model'
import { PageHeader } from '@leaselight/ui'
import { Alert, Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import blocks from '../app/blocks.module.css'
import { useServices } from '../app/Services'
import classes from './admin.module.css'
import { PlainTable } from './import/PlainTable'

interface Person {
  kind: 'prospect' | 'agent' | 'user'
  id: number
  name: string
  email: string
}

interface Erasure {
  people: number
  rows: { store: string; table: string; found: number; left: number }[]
  left: number
}

const fields = [
  { field: 'prospectIds', label: 'Prospects', kind: 'prospect' },
  { field: 'agentIds', label: 'Agents', kind: 'agent' },
  { field: 'userIds', label: 'Users', kind: 'user' },
] as const

type People = Record<(typeof fields)[number]['field'], number[]>

/** The ids in a text, or undefined when something in it is none. */
function idsIn(text: string): number[] | undefined {
  const ids = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
  return ids.every((id) => Number.isSafeInteger(id) && id > 0) ? [...new Set(ids)] : undefined
}

/** Erases people of the company: ids, then their names to read, then for good. */
export default function ErasePage() {
  const { client } = useServices()
  const [texts, setTexts] = useState<Record<string, string>>({})
  const [isSure, setSure] = useState(false)
  const lists = fields.map(({ field }) => [field, idsIn(texts[field] ?? '')] as const)
  const isValid = lists.every(([, ids]) => ids) && lists.some(([, ids]) => ids?.length)
  const people = Object.fromEntries(lists.map(([field, ids]) => [field, ids ?? []])) as People
  const look = useMutation({
    mutationFn: (body: People) =>
      client.json<{ people: Person[] }>('/api/admin/erase/people', { method: 'POST', body }),
    onSuccess: () => erase.reset(),
  })
  const erase = useMutation({
    mutationFn: (body: People) => client.json<Erasure>('/api/admin/erase', { method: 'POST', body }),
  })
  const change = (field: string, text: string) => {
    setTexts({ ...texts, [field]: text })
    setSure(false)
    look.reset()
    erase.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    look.mutate(people)
  }
  const failure = erase.error ?? look.error
  const unknown = look.data ? unknownOf(people, look.data.people) : []
  return (
    <>
      <PageHeader title="Erase people" question="Whose data must be removed?" />
      <p className={blocks.about}>
        This removes their records, and their names from what your colleagues wrote. No import brings them back. Numbers
        by agent stay the same. Emails and imports pause until it’s done.
      </p>
      <form className={classes.form} onSubmit={submit}>
        {fields.map(({ field, label }) => (
          <TextInput
            key={field}
            label={label}
            description="Ids, separated by commas"
            inputMode="numeric"
            value={texts[field] ?? ''}
            error={idsIn(texts[field] ?? '') ? undefined : 'Ids are whole numbers such as 1201.'}
            onChange={(event) => change(field, event.currentTarget.value)}
          />
        ))}
        <div className={blocks.buttons}>
          <Button type="submit" variant="default" disabled={!isValid} loading={look.isPending}>
            Show who they are
          </Button>
        </div>
      </form>
      {failure && (
        <Alert color="red" role="alert">
          {failure.message}
        </Alert>
      )}
      {look.data && !erase.data && (
        <section className={classes.form} aria-label="People to erase">
          {look.data.people.length > 0 && (
            <PlainTable
              caption="People to erase"
              head={['', 'Id', 'Name', 'E-mail']}
              texts={[2, 3]}
              rows={look.data.people.map(({ kind, id, name, email }) => [kind, id, name, email])}
            />
          )}
          {unknown.length > 0 && (
            <p>There is no record of {unknown.join(', ')}. Older versions and mentions are looked for anyway.</p>
          )}
          <Checkbox
            checked={isSure}
            onChange={(event) => setSure(event.currentTarget.checked)}
            label="I understand that this can’t be undone."
          />
          <div className={blocks.buttons}>
            <Button color="red" disabled={!isSure} loading={erase.isPending} onClick={() => erase.mutate(people)}>
              Erase permanently
            </Button>
          </div>
        </section>
      )}
      {erase.data && <Outcome {...erase.data} />}
    </>
  )
}

/** The asked ids without a record, with their kinds. */
const unknownOf = (people: People, found: readonly Person[]): string[] =>
  fields.flatMap(({ field, kind }) =>
    people[field].filter((id) => !found.some((one) => one.kind === kind && one.id === id)).map((id) => `${kind} ${id}`),
  )

function Outcome({ people, rows, left }: Erasure) {
  return (
    <section className={classes.form} aria-label="What was erased">
      <output>
        {pluralize(people, 'person', 'people')} erased.{' '}
        {left === 0 ? 'Counted again: nothing is left.' : `Counted again: ${left} rows are left. Erase again.`}
      </output>
      {rows.length > 0 && (
        <PlainTable
          caption="What was removed"
          head={['', 'Found', 'Left']}
          rows={rows.map(({ store, table, found, left: rest }) => [`${store}: ${table}`, found, rest])}
        />
      )}
    </section>
  )
}
