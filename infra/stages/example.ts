import type { StageSettings } from '../settings.ts';

/** An example of a stage that customers use: copy it to `production.ts`, and replace every value. */
export const settings: StageSettings = {
  account: '111111111111',
  region: 'eu-central-1',
  domainName: 'billing.example.com',
  // With `edge`, the certificate is in us-east-1.
  certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/00000000-0000-0000-0000-000000000000',
  alarmEmail: 'on-call@example.com',
  mailSender: 'billing@example.com',
  edge: true,
  stream: true,
};
