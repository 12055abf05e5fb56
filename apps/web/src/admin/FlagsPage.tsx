import { type Flag, flags } from '@leaselight/model'
import { ErrorState, LoadingInline, PageHeader } from '@leaselight/ui'
import { Anchor, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import blocks from '../app/blocks.module.css'
import { useServices } from '../app/Services'
import { useFormatMoment } from '../sharing/useFormatMoment'
import { useAlerts } from '../state/AlertsProvider'
import classes from './admin.module.css'
import { flagLabels } from './flagLabels'

interface CompanyFlag {
  flag: Flag
  /** The value in effect. */
  value: boolean
  imported: boolean
  set: boolean | null
  setAt: string | null
}

interface FlagsResponse {
  flags: CompanyFlag[]
}

const key = ['flags']

/** The company's feature flags: the record's value, the override set here, and the value in effect. */
export default function FlagsPage() {
  const { client } = useServices()
  const { add } = useAlerts()
  const queries = useQueryClient()
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.json<FlagsResponse>('/api/flags', { signal }),
  })
  const change = useMutation({
    mutationFn: (body: { flag: Flag; value: boolean | null }) =>
      client.json<FlagsResponse>('/api/flags', { method: 'PUT', body }),
    onSuccess: (fresh) => {
      queries.setQueryData(key, fresh)
      // Navigation and reports update at once.
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== key[0] && queryKey[0] !== 'config',
      })
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })

  return (
    <>
      <PageHeader title="Feature flags" question="Which features does your company use?" />
      <p className={blocks.about}>
        A flag starts with the value in your company’s record. A value you set here replaces it for everyone in your
        company, from the next page they open.
      </p>
      {answer.error && <ErrorState message={answer.error.message} retry={() => void answer.refetch()} />}
      {answer.isPending && <LoadingInline label="Loading the flags" />}
      {answer.data && (
        <ul className={classes.flags} aria-label="Feature flags">
          {sorted(answer.data.flags).map((item) => (
            <Row
              key={item.flag}
              item={
                change.isPending && change.variables.flag === item.flag
                  ? withOverride(item, change.variables.value)
                  : item
              }
              onSet={(value) => change.mutate({ flag: item.flag, value })}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ item, onSet }: { item: CompanyFlag; onSet: (value: boolean | null) => void }) {
  const moment = useFormatMoment()
  const { label, shows } = flagLabels[item.flag]
  return (
    <li className={classes.flag}>
      <Switch
        label={label}
        description={shows}
        checked={item.value}
        onChange={(event) => onSet(event.currentTarget.checked)}
      />
      <p className={classes.origin}>
        {item.set === null ? (
          `From the company’s record: ${onOrOff(item.imported)}`
        ) : (
          <>
            Set here{item.setAt && `, ${moment(item.setAt)}`}. Company’s record: {onOrOff(item.imported)}.{' '}
            <Anchor component="button" type="button" size="sm" onClick={() => onSet(null)}>
              Reset<span className="ll-spoken"> {label}</span>
            </Anchor>
          </>
        )}
      </p>
    </li>
  )
}

// In the order of the labels, which groups related flags.
const sorted = (list: readonly CompanyFlag[]): CompanyFlag[] => {
  const order = Object.keys(flagLabels)
  return list.filter(({ flag }) => flags.includes(flag)).sort((a, b) => order.indexOf(a.flag) - order.indexOf(b.flag))
}

/** The flag as it will be after the server's confirmation, so that the switch responds at once. */
const withOverride = (item: CompanyFlag, set: boolean | null): CompanyFlag => ({
  ...item,
  set,
  value: set ?? item.imported,
  setAt: null,
})

const onOrOff = (value: boolean): string => (value ? 'on' : 'off')
