export * from './contract'
export { littleWorld, otherCompany } from './little'
