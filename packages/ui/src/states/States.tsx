import { Anchor, Button } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconLock, IconMapOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './states.module.css'

interface StateMessageProps {
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
  /** `h1` when the state replaces a whole page. */
  heading?: 'h1' | 'h2'
}

function StateMessage({ icon, title, children, action, role, heading: Heading = 'h2' }: StateMessageProps) {
  return (
    <div className={classes.state} role={role}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <Heading className={classes.title}>{title}</Heading>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

interface EmptyStateProps {
  title?: string
  /** Why it is empty. */
  children?: ReactNode
  /** The next step, such as a button that resets the filters. */
  action?: ReactNode
}

/** Nothing to show: says why and offers the next step. */
export function EmptyState({ title = 'Nothing in this period', children, action }: EmptyStateProps) {
  return (
    <StateMessage icon={<IconInbox size={24} stroke={1.5} />} title={title} action={action} role="status">
      {children}
    </StateMessage>
  )
}

interface ErrorStateProps {
  title?: string
  /** What happened, as a sentence. */
  message: string
  /** What support finds the failure by, such as its status. */
  code?: string | undefined
  retry?: (() => void) | undefined
  /** What to do where trying again would fail again. */
  action?: ReactNode
}

/** Something failed: says what, and lets the user try again. */
export function ErrorState({ title = 'We couldn’t load this', message, code, retry, action }: ErrorStateProps) {
  return (
    <StateMessage
      icon={<IconAlertTriangle size={24} stroke={1.5} />}
      title={title}
      role="alert"
      action={
        retry ? (
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        ) : (
          action
        )
      }
    >
      {message}
      {code && <span className={classes.code}>{code}</span>}
    </StateMessage>
  )
}

interface AccessStateProps {
  children?: ReactNode
  action?: ReactNode
  /** `h2` where the page has its own heading. */
  heading?: 'h1' | 'h2'
}

/** The page exists, but this user has no access. */
export function NoPermission({
  children = 'You don’t have access to this page. Ask your administrator.',
  action,
  heading = 'h1',
}: AccessStateProps) {
  return (
    <StateMessage
      icon={<IconLock size={24} stroke={1.5} />}
      title="You can’t see this page"
      action={action}
      heading={heading}
    >
      {children}
    </StateMessage>
  )
}

/** The page doesn't exist; `title` says so of something else that an address opens. */
export function NotFoundState({
  title = 'There is no such page',
  children = 'The address may be mistyped, or the page has moved. Choose a report in the navigation.',
  action,
  heading = 'h1',
}: AccessStateProps & { title?: string }) {
  return (
    <StateMessage icon={<IconMapOff size={24} stroke={1.5} />} title={title} action={action} heading={heading}>
      {children}
    </StateMessage>
  )
}

/** The app couldn't load its user; the texts are the specification's. */
export function LoadFailure({ message, retry }: { message: string; retry: () => void }) {
  return (
    <div className={classes.page} role="alert">
      <div className={classes.failure}>
        <p>Uh oh... There's a problem. Try refreshing the app.</p>
        <p className={classes.text}>{message}</p>
        <Button variant="default" mt="md" onClick={retry}>
          Try again
        </Button>
      </div>
    </div>
  )
}

/** A part of a page that could not be loaded, in one line: what, why, and the way to load it again. */
export function FailedLine({ what, message, retry }: { what: string; message: string; retry: () => void }) {
  return (
    <p className={classes.failedLine} role="alert">
      We couldn’t load {what}. {message}{' '}
      <Anchor component="button" type="button" inherit className="ll-focus" onClick={retry}>
        Try again
      </Anchor>
    </p>
  )
}

interface FatalErrorProps {
  code?: number | string
  /** "Reload" reloads the page; "Go Back" leaves it. */
  variant?: 'reload' | 'back'
  onAction: () => void
}

/** The app can't continue; the texts are the specification's. */
export function FatalError({ code = 500, variant = 'reload', onAction }: FatalErrorProps) {
  return (
    <div className={classes.page} role="alert">
      <div className={classes.fatal}>
        <h1 className={classes.heading}>Looks like we're having some issues.</h1>
        <p className={classes.code}>Error Code: {code}</p>
        <p>An error has occurred and we've been notified.</p>
        <p className={classes.text}>If it happens again, please contact support.</p>
        <Button mt="md" onClick={onAction}>
          {variant === 'reload' ? 'Reload' : 'Go Back'}
        </Button>
      </div>
    </div>
  )
}
