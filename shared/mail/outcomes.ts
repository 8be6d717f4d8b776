import { channel } from 'node:diagnostics_channel';
import type { MailOrder } from '../domain/mail/orders.ts';
import type { Tenant } from '../domain/tenant.ts';
import { logNotice } from '../platform/log-lines.ts';
import type { MailOutcome } from '../store/mail/outbox.ts';

/** A mail order and its outcome. */
export interface DecidedMail {
  readonly tenant: Tenant;
  readonly order: MailOrder;
  readonly outcome: MailOutcome;
}

/**
 * Channel that gets a `DecidedMail` for each order. The local host (the service on a developer's machine) subscribes, to show mails that
 * were not sent; a deployment does not.
 */
export const decidedMails = channel('billing:mail');

/** Logs and publishes the outcome of a mail order. */
export const reportOutcome = (decided: DecidedMail): void => {
  const { tenant, order, outcome } = decided;
  logNotice('mail', { account: tenant.accountId, mode: tenant.mode, mail: order.kind, outcome });
  decidedMails.publish(decided);
};
