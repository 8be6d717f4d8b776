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

/** Version of the document's format [XPT-03]. */
const EXPORT_VERSION = 2;

/** Items per query: about one megabyte, the maximum size of a DynamoDB query page. */
const PAGE = 250;

type Section = (snapshot: Snapshot) => AsyncGenerator<readonly string[]>;

const recordsOf =
  <R extends BaseRecord>(aggregate: Aggregate<R>): Section =>
  (snapshot) =>
    recordsAt(snapshot, aggregate);

/** The arrays of the document, in the order of the document [XPT-04, XPT-05, XPT-06]. */
const SECTIONS: Readonly<Record<string, Section>> = {
  products: recordsOf(productAggregate),
  prices: recordsOf(priceAggregate),
  coupons: recordsOf(couponAggregate),
  tax_rates: recordsOf(taxRateAggregate),
  customers: recordsOf(customerAggregate),
  subscriptions: recordsOf(subscriptionAggregate),
  payments: recordsOf(paymentAggregate),
  one_shot_payments: recordsOf(oneShotAggregate),
  refunds: recordsOf(refundAggregate),
  invoices: recordsOf(invoiceAggregate),
  credit_notes: recordsOf(creditNoteAggregate),
  disputes: recordsOf(disputeAggregate),
  usage_records: recordsOf(usageRecordAggregate),
};

/** Records the export in the audit log [AUD-21, XPT-13] and orders the mail to the owners; the caller wakes the mail worker. */
export const recordExport = async (
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

/** The point in time that an export shows. */
export interface ExportMoment {
  readonly tenant: Tenant;
  /** The last log number before that point; every write up to this number is committed. */
  readonly fence: number;
  readonly generatedAtMs: number;
}

/** Returns the current end of the log, up to which no write is in progress. */
export const exportMoment = async (table: Table, tenant: Tenant, nowMs: number): Promise<ExportMoment> => ({
  tenant,
  fence: await endOfLog(table, tenant, nowMs),
  generatedAtMs: nowMs,
});

/**
 * Yields the JSON document of the export in pieces. Shows the records as GET returned them at the `ExportMoment`, without later writes
 * [XPT-07, XPT-11]. Throws on failure; the pieces yielded before are not valid JSON [XPT-09].
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

/** Yields an array of the document, one record per line. */
async function* arrayOf(name: string, pages: AsyncGenerator<readonly string[]>): AsyncGenerator<string> {
  yield `,\n"${name}":[`;
  let isFirst = true;
  for await (const texts of pages) {
    yield `${isFirst ? '' : ','}\n${texts.join(',\n')}`;
    isFirst = false;
  }
  yield ']';
}
