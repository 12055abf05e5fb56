import type { Section } from '@leaselight/model'
import {
  IconBulb,
  IconCalendarEvent,
  IconKey,
  IconLayoutDashboard,
  IconMessageChatbot,
  IconSparkles,
  IconSpeakerphone,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

interface SectionDisplay {
  label: string
  Icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  /** The section under whose heading it is shown, where that one is open to the user. */
  within?: Section
}

/** How each section of the navigation is shown. */
export const sectionDisplays: Record<Section, SectionDisplay> = {
  Leads: { label: 'Leads', Icon: IconUsers },
  Leases: { label: 'Leases', Icon: IconKey },
  Marketing: { label: 'Marketing', Icon: IconSpeakerphone },
  Visitors: { label: 'Visitors', Icon: IconCalendarEvent },
  'My Knock': { label: 'My Knock', Icon: IconLayoutDashboard },
  AI: { label: 'AI', Icon: IconSparkles },
  Insights: { label: 'Insights', Icon: IconBulb },
  'ai-reporting': { label: 'AI reporting', Icon: IconMessageChatbot, within: 'AI' },
}
