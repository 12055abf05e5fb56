import { Panel } from '@leaselight/ui/panel'
import { Navigation } from './Navigation'
import classes from './phone.module.css'
import { SampleTag } from './SampleTag'
import { UserMenu } from './UserMenu'

interface Props {
  opened: boolean
  title: string
  onClose: () => void
}

/** All pages and the account, on a phone. Loaded when it is first opened. */
export default function NavigationSheet({ opened, title, onClose }: Props) {
  return (
    <Panel
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="88%"
      title={title}
      closeLabel="Close the navigation"
    >
      <div className={classes.sheet}>
        <Navigation onNavigate={onClose} />
      </div>
      <div className={classes.account}>
        <SampleTag />
        <UserMenu />
      </div>
    </Panel>
  )
}
