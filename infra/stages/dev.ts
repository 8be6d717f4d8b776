import type { StageSettings } from '../settings.ts';

/** Development: in the account and region of the CLI, without a domain. Emails are dropped and logged. */
export const settings: StageSettings = {
  account: null,
  region: null,
  domainName: null,
  mailSender: null,
  edge: false,
  stream: false,
};
