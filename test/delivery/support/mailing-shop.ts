import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Account, accountAggregate, type Member, newAccount } from '../../../shared/domain/account/record.ts';
import { type Change, change } from '../../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import type { Decision, NewEvent } from '../../../shared/domain/decision.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import type { Mode, Tenant } from '../../../shared/domain/tenant.ts';
import { loadParties } from '../../../shared/flows/load/parties.ts';
import { createLinkUrl, type LinkDeps } from '../../../shared/mail/link-urls.ts';
import { createMailOrders } from '../../../shared/mail/order.ts';
import { type MailDeps, sendMailOrder } from '../../../shared/mail/send.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import type { Envelope, Mail, MailTags } from '../../../shared/ports/index.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { mailKey } from '../../../shared/store/core/keys.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { pageOfEvents } from '../../../shared/store/event-log/events.ts';
import type { MailQueueMessage } from '../../../shared/store/mail/outbox.ts';
import { openStore, type Store } from '../../../shared/store/writer/store.ts';
import { type Billing, newBilling } from '../../domain/billing.ts';
import { updateRecord } from '../../store/support.ts';

export const BUYER = 'buyer@example.test';

/** Dependencies of portal links, with a fake encryption: a sealed token is the token with the prefix `sealed:`. */
const portalLinksOf = (store: Store): LinkDeps => ({
  store,
  secrets: async () => ({ apiKeyPeppers: async () => [{ version: '1', value: 'pepper' }] }),
  decryptToken: async (sealed) => sealed.replace(/^sealed:/, ''),
  baseUrl: 'https://billing.example',
});

/** An account that sells, the store that contains its data, and the mails that it sent. */
export class Shop {
  readonly tenant: Tenant;
  readonly store: Store;
  readonly sent: Mail[] = [];
  /** The tags of the sent mails. */
  readonly tags: MailTags[] = [];
  /** Errors of the next attempts to send, one per attempt. */
  readonly failures: Error[] = [];
  /** Enqueued messages with their delays. */
  readonly enqueued: { readonly mailId: string; readonly delaySeconds: number; readonly throttled?: number }[] = [];
  clockMs = Date.now();
  /** The PDF of every requested document; `null`: not rendered yet. */
  pdf: Uint8Array | null = Buffer.from('%PDF');
  /** Ids of the requested documents. */
  requestedFiles: string[] = [];
  readonly deps: MailDeps;

  private readonly table: Table;

  constructor(table: Table, mode: Mode) {
    this.table = table;
    this.tenant = { accountId: `acct_${randomUUID()}`, mode };
    const nowMs = (): number => this.clockMs;
    this.store = openStore(table, { nowMs, ids: idSource(nowMs) });
    this.deps = {
      store: this.store,
      mailer: {
        send: async (mail, tags) => {
          const failure = this.failures.shift();
          if (failure !== undefined) throw failure;
          this.sent.push(mail);
          this.tags.push(tags);
        },
      },
      fileOf: async (_tenant, file) => {
        this.requestedFiles.push(file);
        return this.pdf;
      },
      partiesOf: (tenant, customerId) => loadParties(this.store, tenant, customerId),
      createLinkUrl: (tenant, account, portalLink, to) => createLinkUrl(portalLinksOf(this.store), tenant, account, portalLink, to),
      enqueue: async ({ accountId: _account, mode: _mode, ...message }, delaySeconds) =>
        void this.enqueued.push({ ...message, delaySeconds }),
      nowMs,
    };
  }

  write(changes: readonly Change[], events: readonly NewEvent[] = []): Promise<void> {
    return this.run({ changes, events, result: null });
  }

  async run(decision: Decision<null>): Promise<void> {
    const outcome = await this.store.run({
      tenant: this.tenant,
      actor: SYSTEM,
      load: async () => null,
      nowOf: () => null,
      decide: () => decision,
    });
    expect(outcome.kind).toBe('done');
  }

  /** The bus envelope with all recorded events. */
  async envelope(): Promise<Envelope> {
    const { events } = await pageOfEvents(this.table, this.tenant, {
      limit: 100,
      startingAfter: null,
      types: null,
      customerId: null,
      nowMs: this.clockMs,
    });
    return { ...this.tenant, events: events.map(({ id, type }) => ({ id, type })).reverse() };
  }

  /** Processes all recorded events `times` times: creates the outbox entries of their mails. Returns the distinct ids of the mails. */
  async order(times = 1): Promise<readonly string[]> {
    const enqueued: MailQueueMessage[] = [];
    const { store, clockMs } = this;
    const deps = { store, wake: async (messages: readonly MailQueueMessage[]) => void enqueued.push(...messages), nowMs: () => clockMs };
    const envelope = await this.envelope();
    for (let count = 0; count < times; count += 1) await createMailOrders(deps, envelope);
    return [...new Set(enqueued.map(({ mailId }) => mailId))];
  }

  /** `throttled`: how often the mail service has throttled the mail before. */
  send(mailId: string, throttled?: number): Promise<void> {
    return sendMailOrder(this.deps, { ...this.tenant, mailId, ...(throttled === undefined ? {} : { throttled }) });
  }

  /** Returns the stored state of the mail, such as `sent`. */
  async outcomeOf(mailId: string): Promise<unknown> {
    return (await this.table.get(mailKey(this.tenant, mailId)))?.state;
  }

  /** Overwrites fields of the customer, without applying a rule. */
  async changeCustomer(id: string, fields: Partial<Customer>): Promise<void> {
    await updateRecord(this.store, this.tenant, customerAggregate, id, () => fields);
  }

  async changeTeam(emails: readonly string[]): Promise<void> {
    await updateRecord(this.store, this.tenant, accountAggregate, this.tenant.accountId, () => ({ members: emails.map(memberAt) }));
  }
}

/** Returns the only mail id; fails if there are more or none. */
export const onlyMailId = (mailIds: readonly string[]): string => {
  expect(mailIds).toHaveLength(1);
  return String(mailIds[0]);
};

export interface Sale {
  readonly shop: Shop;
  readonly payment: Payment;
  readonly customerId: string;
  readonly billing: Billing;
}

const memberAt = (email: string): Member => ({ id: `mem_${email}`, email, role: 'viewer', created: 0, sessionsFrom: 0, passkeys: [] });

const newShopAccount = (id: string, team: readonly string[]): Account => ({
  ...newAccount({ id, created: 0, name: 'Flowers', email: 'owner@shop.example', countryCode: 'NL' }),
  members: team.map(memberAt),
});

/** Creates a shop and stores a sale in it: customer, invoice and payment as the rules create them, and an event for each. */
export const createSale = async (
  table: Table,
  {
    mode = 'live',
    team = [],
    plan = {},
  }: { readonly mode?: Mode; readonly team?: readonly string[]; readonly plan?: Partial<CreatePrice> } = {},
): Promise<Sale> => {
  const billing = newBilling(plan, mode);
  billing.subscribe();
  const shop = new Shop(table, mode);
  const [payment] = billing.world.all(paymentAggregate);
  const [invoice] = billing.world.all(invoiceAggregate);
  const customer = billing.catalogue.customer.record;
  if (payment === undefined) throw new Error('nothing was sold');
  await shop.write([change(accountAggregate, null, newShopAccount(shop.tenant.accountId, team))]);
  await shop.write(
    [
      change(customerAggregate, null, customer),
      ...(invoice === undefined ? [] : [change(invoiceAggregate, null, invoice)]),
      change(paymentAggregate, null, payment),
    ],
    [
      { type: 'customer.created', subjectId: customer.id },
      ...(invoice === undefined ? [] : [{ type: 'invoice.paid' as const, subjectId: invoice.id }]),
      { type: 'payment.succeeded', subjectId: payment.id },
    ],
  );
  return { shop, payment, customerId: customer.id, billing };
};
