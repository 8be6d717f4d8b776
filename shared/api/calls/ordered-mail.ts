import type { NamedOrder } from '../../domain/mail/orders.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { clock } from '../../runtime/services.ts';
import type { TransactItem } from '../../store/core/table.ts';
import { mailItem } from '../../store/mail/outbox.ts';
import { wake } from '../wake.ts';

/** Returns the writes of a mail order, for the command's transaction. */
export const mailWrites = (tenant: Tenant, ordered: NamedOrder | null): readonly TransactItem[] =>
  ordered === null ? [] : [mailItem(tenant, ordered.mailId, ordered.order, clock.nowMs())];

/**
 * Sends the mail worker a message about the order, after the transaction. If the message is lost, the sweep sends it again after two
 * minutes.
 */
export const wakeMail = async (tenant: Tenant, ordered: NamedOrder | null, operation: string): Promise<void> => {
  if (ordered !== null) await wake('mail', { ...tenant, mailId: ordered.mailId }, operation);
};
