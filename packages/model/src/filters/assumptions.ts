import { number } from './kinds/number'

/** What a reader assumes, or aims at, in a calculation. */
export const assumptions = {
  averageFraudRate: number({
    label: 'Average fraud rate',
    description: 'Assumed share of frauds, 0 to 1.',
    scope: 'assumption',
    param: 'average_fraud_rate',
    initial: 0.05,
    min: 0,
    max: 1,
    format: 'percent',
  }),
  averageFraudCost: number({
    label: 'Average fraud cost',
    description: 'Assumed cost of one fraud, in dollars.',
    scope: 'assumption',
    param: 'average_fraud_cost',
    initial: 5000,
    min: 0,
    max: 10_000_000,
    format: 'money',
  }),
  targetOccupancy: number({
    label: 'Target occupancy',
    description: 'Occupied share of all units to reach, 0 to 1.',
    scope: 'assumption',
    param: 'target_occupancy',
    initial: 0.95,
    min: 0,
    max: 1,
    format: 'percent',
  }),
}
