import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Panel } from '../parts/Panel'
import { CallPlayer, type CallPlayerProps } from './CallPlayer'
import classes from './player.module.css'

export interface CallPanelProps extends CallPlayerProps {
  /** Identifies the call. */
  id: string
  /** The caller. */
  title: string
  /** When, where and with whom. */
  subtitle: string
  onClose: () => void
  /** Opens the next or previous call in the list; undefined at its ends. */
  onLater?: (() => void) | undefined
  onEarlier?: (() => void) | undefined
}

/** A call next to its list: listen, read along, go to the next one. Load it lazily. */
export default function CallPanel({ id, title, subtitle, onClose, onLater, onEarlier, ...call }: CallPanelProps) {
  return (
    <Panel
      opened
      docks
      onClose={onClose}
      position="right"
      size="min(34rem, 100vw)"
      closeLabel="Close the call"
      title={
        <>
          {title}
          <span className={classes.subtitle}>{subtitle}</span>
        </>
      }
    >
      <CallPlayer key={id} {...call} />
      <div className={classes.foot}>
        <Button
          variant="default"
          leftSection={<IconChevronUp size={14} aria-hidden />}
          disabled={!onLater}
          onClick={onLater}
        >
          Later call
        </Button>
        <Button
          variant="default"
          leftSection={<IconChevronDown size={14} aria-hidden />}
          disabled={!onEarlier}
          onClick={onEarlier}
        >
          Earlier call
        </Button>
      </div>
    </Panel>
  )
}
