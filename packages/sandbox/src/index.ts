export {
  type Bank,
  type BankApp,
  type BankOptions,
  type BankPayment,
  createBank,
  openBank,
} from './bank/bank.ts';
export { writeBankBanner } from './bank/banner.ts';
export { BANK_FAULTS } from './bank/faults.ts';
export { bankProviders } from './bank/providers.ts';
export { CATEGORIES } from './categories.ts';
export { FAULT_NAMES, strikesBefore } from './faults.ts';
export { offersOf } from './offers.ts';
export { MOBILE_PLANS, TD_LTE_PLANS } from './plans.ts';
export {
  type Call,
  createSandbox,
  type GatewayApp,
  type GatewayOptions,
  openGateway,
  type Sandbox,
  type SandboxOptions,
} from './sandbox.ts';
