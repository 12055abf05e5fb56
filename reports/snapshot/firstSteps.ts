import { pluralize } from '@leaselight/model'
import type { FirstStep } from '@leaselight/ui/views'

/**
 * What a newcomer has to know of the start page, in three sentences.
 * @param lookedAt how many numbers findings look at; undefined where that is unknown
 */
export function firstSteps(lookedAt: number | undefined, properties: number): FirstStep[] {
  const watched = lookedAt ? `${pluralize(lookedAt, 'number')} at ${pluralize(properties, 'property')}` : 'your numbers'
  return [
    {
      title: 'What needs you comes first',
      text: `We watch ${watched} and show what is unusual. The rest is as always.`,
    },
    {
      title: 'Every number opens',
      text: 'Open a number to see the people behind it, or a property to see it by itself.',
    },
    {
      title: 'Ask for what you want',
      text: 'Open Find and type a number, a property or both, such as leads last month.',
    },
  ]
}
