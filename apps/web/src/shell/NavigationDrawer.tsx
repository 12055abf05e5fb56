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
    <Drawer.Root opened={opened} onClose={onClose} size={280}>
      <Drawer.Overlay />
      <Drawer.Content>
        {/* A header element here would be a second banner of the page. */}
        <Drawer.Header role="presentation">
          <Drawer.Title>{title || 'Reports'}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close the navigation" />
        </Drawer.Header>
        <Drawer.Body>
          <Navigation onNavigate={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
