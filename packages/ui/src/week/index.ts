export type { Entry, Slot } from './layout'
export { WeekCalendar, type WeekCalendarProps } from './WeekCalendar'
