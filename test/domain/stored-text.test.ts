import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { redactedSnapshot } from '../../shared/domain/customer/redact.ts';
import { Erased, erased, type Fates, redactedBy } from '../../shared/domain/purge.ts';
import { redactedCreditNote, redactedRefund } from '../../shared/domain/redaction.ts';
import { STORED_TEXT } from '../../shared/domain/stored-text.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';

const DOMAIN = join(import.meta.dirname, '../../shared/domain');

/** Kinds of records whose text is the account's own: no purge looks into them. */
const ACCOUNTS_OWN = [
  'account',
  'api_key',
  'billing_currencies',
  'coupon',
  'customer_import',
  'price',
  'product',
  'provider_credential',
  'tax_rate',
  'test_clock',
  'webhook_endpoint',
];

const typesOfRecords = (): readonly string[] =>
  readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(DOMAIN, file), 'utf8').matchAll(/Aggregate: Aggregate<[^=]*= \{\s*type: '(\w+)'/g)])
    .map(([, type]) => String(type));

const PERSONAL = 'personal';

/** A record as its declaration has it: text in each of its fields, whose redaction is to leave only what is kept. */
const filled = (fates: object): JsonObject =>
  Object.fromEntries(
    Object.entries(fates).map(([name, fate]) => {
      if (fate instanceof Erased) return [name, PERSONAL];
      return [name, typeof fate === 'string' ? fate : [filled(fate as object), filled(fate as object)]];
    }),
  );

/** `customerEmail` as `customer_email`. */
const shownAs = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What a kind is called where it is shown. */
const SHOWN: Readonly<Record<string, string>> = { checkout_session: 'checkout.session', portal_session: 'billing_portal.session' };
/** Fields that no object shows. */
const NOT_SHOWN = ['parties', 'emailChange', 'mailedTo'];

describe('the text of stored records', () => {
  it('is declared for every kind of record, as a customer’s or as the account’s own', () => {
    expect([...typesOfRecords()].sort()).toEqual([...Object.keys(STORED_TEXT), ...ACCOUNTS_OWN].sort());
  });

  it('does not compile while a field is not declared, in the record, in an object or in a list', () => {
    interface Sample {
      readonly id: string;
      readonly customerId: string;
      readonly status: 'open' | 'paid';
      readonly cents: number;
      readonly note: string | null;
      readonly buyer: { readonly name: string | null; readonly age: number } | null;
      readonly lines: readonly { readonly text: string }[];
      readonly labels: Readonly<Record<string, string>>;
    }
    const complete: Fates<Sample> = { note: erased(null), buyer: { name: 'kept' }, lines: { text: 'kept' }, labels: erased({}) };
    // @ts-expect-error `note` is not declared
    const withoutField: Fates<Sample> = { buyer: { name: 'kept' }, lines: { text: 'kept' }, labels: 'kept' };
    // @ts-expect-error `buyer.name` is not declared
    const withoutInner: Fates<Sample> = { note: 'kept', buyer: {}, lines: { text: 'kept' }, labels: 'kept' };
    // @ts-expect-error `lines[].text` is not declared
    const withoutEntry: Fates<Sample> = { note: 'kept', buyer: { name: 'kept' }, lines: {}, labels: 'kept' };
    // @ts-expect-error what is true further fields is not kept as a whole
    const whole: Fates<Sample> = { note: 'kept', buyer: 'kept', lines: { text: 'kept' }, labels: 'kept' };
    // @ts-expect-error `note` cannot become a number
    const wrongBlank: Fates<Sample> = { ...complete, note: erased(0) };
    const sample = {
      id: 's',
      customerId: 'c',
      status: 'open',
      cents: 1,
      note: 'n',
      buyer: null,
      lines: [{ text: 't' }],
      labels: { a: 'b' },
    };
    expect(redactedBy<Sample>(complete, sample as Sample)).toEqual({ ...sample, note: null, labels: {} });
    expect([withoutField, withoutInner, withoutEntry, whole, wrongBlank]).toHaveLength(5);
  });

  it.each(Object.entries(STORED_TEXT))('of a %s is erased as declared, and stays so when it is erased again', (_type, fates) => {
    const record = filled(fates);
    const once = redactedBy(fates as Fates<object>, record);
    expect(JSON.stringify(once)).not.toContain(PERSONAL);
    expect(JSON.stringify(once).split('kept')).toHaveLength(JSON.stringify(record).split('kept').length);
    expect(redactedBy(fates as Fates<object>, once)).toEqual(once);
  });

  it.each(Object.entries(STORED_TEXT))('of a %s that is erased is erased in snapshots and answers too', (type, fates) => {
    const names = Object.entries(fates).flatMap(([name, fate]) => (fate instanceof Erased && !NOT_SHOWN.includes(name) ? [name] : []));
    const snapshot = { object: SHOWN[type] ?? type, ...Object.fromEntries(names.map((name) => [shownAs(name), PERSONAL])) };
    expect(JSON.stringify(redactedSnapshot(snapshot))).not.toContain(PERSONAL);
  });

  it('of refunds and credit notes loses the reason and the metadata', () => {
    const refund = { reason: 'Ada is ill', metadata: { patient: 'Ada' }, failureReason: 'expired', amountCents: 5 };
    expect(redactedRefund(refund as unknown as Parameters<typeof redactedRefund>[0])).toEqual({ ...refund, reason: null, metadata: {} });
    const note = { reason: 'Ada is ill', buyer: { name: 'Ada', email: 'ada@example.test' }, lines: [{ description: 'Plan' }] };
    expect(redactedCreditNote(note as unknown as Parameters<typeof redactedCreditNote>[0])).toEqual({
      ...note,
      reason: null,
      buyer: { name: 'Ada', email: null },
    });
  });
});
