import { FailedLine } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { IconMail, IconMailOff } from '@tabler/icons-react'
import { useAlerts } from '../../state/AlertsProvider'
import { INSIGHTS_MAIL, useInsightsMail } from './useInsightsMail'

/** Puts the reader on the list of the Insights mail; for a reader who is on it, takes them off it. */
export function DailyMail() {
  const { own, list, isMine, add, remove } = useInsightsMail()
  const alerts = useAlerts()
  // Without an address of one's own, nothing says whether it is on the list.
  if (own === null) return null
  if (list.is === 'failed') return <FailedLine what="your daily mail" message={list.message} retry={list.retry} />
  const confirm = (message: string) => ({ onSuccess: () => alerts.add({ type: 'success', message }) })
  const toggle = () =>
    isMine
      ? remove.mutate(own, confirm('We stopped mailing you Insights.'))
      : add.mutate(undefined, confirm(`We’ll mail Insights to ${own} ${INSIGHTS_MAIL}.`))
  const Icon = isMine ? IconMailOff : IconMail
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
      loading={list.is === 'loading' || add.isPending || remove.isPending}
      onClick={toggle}
    >
      {isMine ? 'Stop daily mail' : 'Mail me this daily'}
    </Button>
  )
}
