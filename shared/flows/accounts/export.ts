import { randomUUID } from 'node:crypto';
import type { Aggregate, BaseRecord } from '../../domain/aggregate.ts';
import { couponAggregate } from '../../domain/coupon/record.ts';
import { creditNoteAggregate } from '../../domain/credit-note/record.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import type { IdSource } from '../../domain/decision.ts';
import { disputeAggregate } from '../../domain/dispute/record.ts';
import { invoiceAggregate } from '../../domain/invoice/record.ts';
import type { NamedOrder } from '../../domain/mail/orders.ts';
import { orderOwnersNotice } from '../../domain/mail/owner-notice.ts';
import { oneShotAggregate } from '../../domain/one-shot/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import { productAggregate } from '../../domain/product/record.ts';
import { refundAggregate } from '../../domain/refund/record.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import { taxRateAggregate } from '../../domain/tax-rate/record.ts';
import { livemode, type Tenant } from '../../domain/tenant.ts';
import { usageRecordAggregate } from '../../domain/usage-record/record.ts';
import { type Actor, auditUpdates } from '../../store/audit/entries.ts';
import type { Table } from '../../store/core/table.ts';
import { endOfLog } from '../../store/event-log/entries.ts';
import { changesSince } from '../../store/export/changes-since.ts';
import { eventsAt } from '../../store/export/events.ts';
import { recordsAt, type Snapshot } from '../../store/export/records.ts';
import { mailItem } from '../../store/mail/outbox.ts';

/** [XPT-03] */
const EXPORT_VERSION = 2;

/** Items read at once: about what a megabyte holds, which is the most that a query answers. */
const PAGE = 250;

type Section = (snapshot: Snapshot) => AsyncGenerator<readonly string[]>;

const of =
  <R extends BaseRecord>(aggregate: Aggregate<R>): Section =>
  (snapshot) =>
    recordsAt(snapshot, aggregate);

/** The arrays of the document, in its order [XPT-04, XPT-05, XPT-06]. */
const SECTIONS: Readonly<Record<string, Section>> = {
  products: of(productAggregate),
  prices: of(priceAggregate),
  coupons: of(couponAggregate),
  tax_rates: of(taxRateAggregate),
  customers: of(customerAggregate),
  subscriptions: of(subscriptionAggregate),
  payments: of(paymentAggregate),
  one_shot_payments: of(oneShotAggregate),
  refunds: of(refundAggregate),
  invoices: of(invoiceAggregate),
  credit_notes: of(creditNoteAggregate),
  disputes: of(disputeAggregate),
  usage_records: of(usageRecordAggregate),
};

/** Notes the export in the audit log [AUD-21, XPT-13], and orders the mail to the owners with it, for which the mail worker is to be woken. */
export const noteExport = async (
  table: Table,
  { tenant, generatedAtMs }: ExportMoment,
  actor: Actor,
  ids: IdSource,
): Promise<NamedOrder> => {
  const audit = { action: 'tenant.data_exported', resourceType: 'tenant', resourceId: tenant.accountId } as const;
  const stamp = { id: ids.next('al_'), created: Math.floor(generatedAtMs / 1000), nowMs: generatedAtMs };
  const origin = { actorType: actor.type, actorId: actor.id, ip: actor.ip, at: stamp.created };
  const notice = orderOwnersNotice(audit, origin, null, ids.next('ntc_'));
  const mail = mailItem(tenant, notice.mailId, notice.order, generatedAtMs);
  await table.transact([...auditUpdates(tenant, actor, audit, stamp), mail], randomUUID());
  return notice;
};

/** The moment of a tenant's log that an export shows. */
export interface ExportMoment {
  readonly tenant: Tenant;
  /** The log number of the moment. */
  readonly fence: number;
  readonly generatedAtMs: number;
}

/** Now: everything that is in the log by now, without what is still being written. */
export const exportMoment = async (table: Table, tenant: Tenant, nowMs: number): Promise<ExportMoment> => ({
  tenant,
  fence: await endOfLog(table, tenant, nowMs),
  generatedAtMs: nowMs,
});

/**
 * The export document, piece by piece; the pieces are whole tokens of its JSON. Records look as their GET showed them at the moment, however
 * long it takes to read them and whatever is written in the meantime [XPT-07, XPT-11]. Throws where it cannot continue: what was given until then is no
 * complete document [XPT-09].
 */
export async function* exportDocument(
  table: Table,
  { tenant, fence, generatedAtMs }: ExportMoment,
  nowMs: () => number,
): AsyncGenerator<string> {
  const snapshot: Snapshot = { table, tenant, fence, changes: changesSince(table, tenant, fence, nowMs), pageSize: PAGE };
  const head = {
    object: 'tenant_export',
    service_export_version: EXPORT_VERSION,
    tenant_id: tenant.accountId,
    livemode: livemode(tenant),
    generated_at: Math.floor(generatedAtMs / 1000),
  };
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, section] of Object.entries({ ...SECTIONS, events: (at: Snapshot) => eventsAt(at, generatedAtMs) })) {
    yield* arrayOf(name, section(snapshot));
  }
  yield '\n}\n';
}

/** An array of the document, a record a line. */
async function* arrayOf(name: string, pages: AsyncGenerator<readonly string[]>): AsyncGenerator<string> {
  yield `,\n"${name}":[`;
  let isFirst = true;
  for await (const texts of pages) {
    yield `${isFirst ? '' : ','}\n${texts.join(',\n')}`;
    isFirst = false;
  }
  yield ']';
}
