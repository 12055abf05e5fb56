import { Drawer } from '@mantine/core'
import { Navigation } from './Navigation'

interface Props {
  opened: boolean
  title: string
  onClose: () => void
}

/** The phone's navigation. Loaded when it is first opened. */
export default function NavigationDrawer({ opened, title, onClose }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      title={title || 'Reports'}
      closeButtonProps={{ 'aria-label': 'Close the navigation' }}
    >
      <Navigation onFollowed={onClose} />
    </Drawer>
  )
}
