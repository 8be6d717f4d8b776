import { randomUUID } from 'node:crypto';
import type { Aggregate, BaseRecord } from '../../domain/aggregate.ts';
import { couponAggregate } from '../../domain/coupon/record.ts';
import { creditNoteAggregate } from '../../domain/credit-note/record.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import type { IdSource } from '../../domain/decision.ts';
import { disputeAggregate } from '../../domain/dispute/record.ts';
import { invoiceAggregate } from '../../domain/invoice/record.ts';
import type { MailOrderWithId } from '../../domain/mail/orders.ts';
import { orderOwnersNotice } from '../../domain/mail/owner-notice.ts';
import { meterAggregate } from '../../domain/meter/record.ts';
import { oneShotAggregate } from '../../domain/one-shot/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
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
import { sequenceOf } from '../../store/event-log/event-id.ts';
import { changesSince } from '../../store/export/changes-since.ts';
import { eventsAt } from '../../store/export/events.ts';
import { BEFORE_ALL, recordsAt, type Snapshot } from '../../store/export/records.ts';
import { mailItem } from '../../store/mail/outbox.ts';

/** Version of the format of the export document [XPT-03]. */
const EXPORT_VERSION = 2;

/** Items per query: about one megabyte, the maximum size of a DynamoDB query page. */
const PAGE = 250;

/** An array of the export document. `read` yields the objects after the id `after` (`null`: all) as JSON, page by page. */
interface Section {
  readonly prefix: string;
  /** Type of the records; `null`: the section contains events instead of records. */
  readonly type: string | null;
  readonly read: (snapshot: Snapshot, after: string | null, generatedAtMs: number) => AsyncGenerator<readonly string[]>;
}

const recordsSection = <R extends BaseRecord>(aggregate: Aggregate<R>): Section => ({
  prefix: aggregate.prefix,
  type: aggregate.type,
  read: (snapshot, after) => recordsAt(snapshot, aggregate, after),
});

const EVENTS: Section = {
  prefix: 'evt_',
  type: null,
  read: (snapshot, after, generatedAtMs) => eventsAt(snapshot, after === null ? 0 : (sequenceOf(after) ?? 0), generatedAtMs),
};

/** The arrays of the document, in the order of the document [XPT-04, XPT-05, XPT-06]. */
const SECTIONS: Readonly<Record<string, Section>> = {
  products: recordsSection(productAggregate),
  prices: recordsSection(priceAggregate),
  meters: recordsSection(meterAggregate),
  coupons: recordsSection(couponAggregate),
  tax_rates: recordsSection(taxRateAggregate),
  customers: recordsSection(customerAggregate),
  subscriptions: recordsSection(subscriptionAggregate),
  payments: recordsSection(paymentAggregate),
  one_shot_payments: recordsSection(oneShotAggregate),
  refunds: recordsSection(refundAggregate),
  invoices: recordsSection(invoiceAggregate),
  credit_notes: recordsSection(creditNoteAggregate),
  disputes: recordsSection(disputeAggregate),
  usage_records: recordsSection(usageRecordAggregate),
  events: EVENTS,
};

/** Records the export in the audit log [AUD-21, XPT-13] and orders the mail to the owners; the caller wakes the mail worker. */
export const recordExport = async (table: Table, tenant: Tenant, actor: Actor, ids: IdSource, nowMs: number): Promise<MailOrderWithId> => {
  const audit = { action: 'tenant.data_exported', resourceType: 'tenant', resourceId: tenant.accountId } as const;
  const stamp = { id: ids.next('al_'), created: Math.floor(nowMs / 1000), nowMs };
  const origin = { actorType: actor.type, actorId: actor.id, ip: actor.ip, at: stamp.created };
  const notice = orderOwnersNotice(audit, origin, null, ids.next('ntc_'));
  const mail = mailItem(tenant, notice.mailId, notice.order, nowMs);
  await table.transact([...auditUpdates(tenant, actor, audit, stamp), mail], randomUUID());
  return notice;
};

/** The point in time that an export shows. */
export interface ExportMoment {
  readonly tenant: Tenant;
  /** The last log number before that point; every write up to this log number is committed. */
  readonly fence: number;
  readonly generatedAtMs: number;
}

/** Returns the moment of an export that starts now: the end of the event log, up to which no write is in progress. */
export const exportMoment = async (table: Table, tenant: Tenant, nowMs: number): Promise<ExportMoment> => ({
  tenant,
  fence: await endOfLog(table, tenant, nowMs),
  generatedAtMs: nowMs,
});

/** How long an export can be read. During this time, the log contains every event of the 90 days before the export's point in time. */
export const EXPORT_SECONDS = DAY_SECONDS;

/** True when the data of the export's point in time may no longer be complete. */
export const isExpired = ({ generatedAtMs }: ExportMoment, nowMs: number): boolean => nowMs >= generatedAtMs + EXPORT_SECONDS * 1000;

/** A position in the document: after the object `after` of a section. */
export interface ExportPosition {
  readonly section: string;
  readonly after: string;
}

/** Returns the position after the object with this id; `null` if the id does not have the format and prefix of an exported object. */
export const positionAfter = (id: string): ExportPosition | null => {
  const [prefix] = /^[a-z]+_(?=[0-9A-HJKMNP-TV-Z]{26}$)/.exec(id) ?? [];
  const [section] = Object.entries(SECTIONS).find(([, section]) => section.prefix === prefix) ?? [];
  return section === undefined ? null : { section, after: id };
};

/**
 * Yields the JSON document of the export in chunks. Shows the records as GET returned them at the `ExportMoment`, without later writes
 * [XPT-07, XPT-11]. Omits the objects up to `position`; `null`: omits none. Throws on failure; the chunks yielded before are
 * not valid JSON [XPT-09].
 */
export async function* exportDocument(
  table: Table,
  moment: ExportMoment,
  position: ExportPosition | null,
  nowMs: () => number,
): AsyncGenerator<string> {
  const { tenant, generatedAtMs } = moment;
  const head = {
    object: 'tenant_export',
    service_export_version: EXPORT_VERSION,
    tenant_id: tenant.accountId,
    livemode: livemode(tenant),
    generated_at: Math.floor(generatedAtMs / 1000),
  };
  yield JSON.stringify(head).slice(0, -1);
  const names = Object.keys(SECTIONS);
  const omitted = names.slice(0, position === null ? 0 : names.indexOf(position.section));
  for (const name of omitted) yield `,\n"${name}":[]`;
  const unread = Object.entries(SECTIONS).slice(omitted.length);
  const snapshot = snapshotOf(table, moment, position, unread, nowMs);
  for (const [name, section] of unread) {
    const pages = section.read(snapshot, name === position?.section ? position.after : null, generatedAtMs);
    for await (const chunk of arrayOf(name, pages)) {
      if (isExpired(moment, nowMs())) throw new Error(`the export took longer than ${EXPORT_SECONDS} seconds`);
      yield chunk;
    }
  }
  yield '\n}\n';
}

const snapshotOf = (
  table: Table,
  { tenant, fence }: ExportMoment,
  position: ExportPosition | null,
  unread: readonly (readonly [name: string, Section])[],
  nowMs: () => number,
): Snapshot => {
  const unreadKinds = unread.flatMap(([name, { type }]): [string, string][] =>
    type === null ? [] : [[type, name === position?.section ? position.after : BEFORE_ALL]],
  );
  const changes = changesSince(table, tenant, fence, nowMs, new Map(unreadKinds));
  return { table, tenant, fence, changes, pageSize: PAGE };
};

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
