import type { MailOrderWithId } from '../../domain/mail/orders.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { clock } from '../../runtime/services.ts';
import type { TransactItem } from '../../store/core/table.ts';
import { mailItem } from '../../store/mail/outbox.ts';
import { wake } from '../wake.ts';

/** Returns the writes that store a mail order (the instruction to send one mail), for the command's transaction. */
export const mailWrites = (tenant: Tenant, mailOrder: MailOrderWithId | null): readonly TransactItem[] =>
  mailOrder === null ? [] : [mailItem(tenant, mailOrder.mailId, mailOrder.order, clock.nowMs())];

/**
 * Sends the mail worker a message about the mail order, after the transaction. If the message is lost, the sweep sends it again after two
 * minutes.
 */
export const wakeMailWorker = async (tenant: Tenant, mailOrder: MailOrderWithId | null, operation: string): Promise<void> => {
  if (mailOrder !== null) await wake('mail', { ...tenant, mailId: mailOrder.mailId }, operation);
};
