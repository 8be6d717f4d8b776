import { type Account, accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import { type Aggregate, type BaseRecord, type Change, change, type Stored } from '../../shared/domain/aggregate.ts';
import { newCustomer } from '../../shared/domain/customer/create.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import type { Decision, DecisionContext, Guard } from '../../shared/domain/decision.ts';
import type { MailOrderWithId } from '../../shared/domain/mail/orders.ts';
import { meterAggregate } from '../../shared/domain/meter/record.ts';
import type { BillingParties } from '../../shared/domain/parties.ts';
import { type CreatePrice, type CreatePriceState, createPrice } from '../../shared/domain/price/create.ts';
import { BILLING_CURRENCIES_ID, billingCurrenciesAggregate } from '../../shared/domain/price/currencies.ts';
import { type Price, priceAggregate } from '../../shared/domain/price/record.ts';
import { createProduct } from '../../shared/domain/product/create.ts';
import { type Product, productAggregate } from '../../shared/domain/product/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { assignNumbers, countNewDocuments } from '../../shared/domain/series.ts';
import type { AppliedRate } from '../../shared/domain/tax/tax.ts';
import type { JsonObject, Mode, Tenant } from '../../shared/domain/tenant.ts';

export const START = Date.UTC(2026, 0, 31, 12, 0, 0) / 1000;
export const DAY = 86_400;

export interface RecordedEvent {
  readonly type: string;
  readonly subjectId: string;
  readonly data: JsonObject | null;
}

/** How much a decision's changes increase (positive) or decrease (negative) each reference count, by the name of the count. */
const referenceCountChanges = (changes: readonly Change[]): ReadonlyMap<string, number> => {
  const countChanges = new Map<string, number>();
  for (const { before, after } of changes) {
    for (const name of before?.referenceCounts ?? []) countChanges.set(name, (countChanges.get(name) ?? 0) - 1);
    for (const name of after?.referenceCounts ?? []) countChanges.set(name, (countChanges.get(name) ?? 0) + 1);
  }
  return new Map([...countChanges].filter(([, difference]) => difference !== 0));
};

/** Returns the refusal. Throws if its message does not end with a period. */
export const requireMessage = (refusal: Refusal): Refusal => {
  if (!/.\.$/.test(refusal.message)) throw new Error(`${refusal.code} has the message "${refusal.message}"`);
  return refusal;
};

/** The name or record id of the item that the guard checks or writes. */
const guardedItem = (guard: Guard): string => (guard.kind === 'unchanged' ? guard.stored.record.id : guard.name);

/**
 * An account in memory. Commits decisions atomically and enforces every guard, as the store does. Throws on a conflict (a stale version, a
 * new record that exists already, or an increase of a closed reference count); the store would load the state and decide again. Also throws
 * if a decision writes an item twice, emits an event about an object that it does not change, or is refused with a message that does not
 * end with a period.
 */
export class World {
  readonly tenant: Tenant;
  now = START;
  readonly events: RecordedEvent[] = [];
  readonly audits: string[] = [];
  /** Mails that decisions have ordered. */
  readonly mails: MailOrderWithId[] = [];
  private readonly records = new Map<string, Stored>();
  /** Names of reference counts, by record id. */
  private readonly referenceCounts = new Map<string, readonly string[]>();
  private readonly counters = new Map<string, number>();
  /** Sparse index keys, by record id. */
  private readonly indexKeys = new Map<string, readonly string[]>();
  private readonly closedCounts = new Set<string>();
  /** The owner id of each claimed name. */
  readonly owners = new Map<string, string>();
  private idCount = 0;

  constructor(mode: Mode = 'test') {
    this.tenant = { accountId: 'acct_1', mode };
  }

  ctx(): DecisionContext {
    const nextId = (prefix: string): string => {
      this.idCount += 1;
      return `${prefix}${String(this.idCount).padStart(6, '0')}`;
    };
    return { tenant: this.tenant, now: this.now, realNow: this.now, ids: { next: nextId, derived: (prefix, from) => `${prefix}${from}` } };
  }

  counter(name: string): number {
    return this.counters.get(name) ?? 0;
  }

  /** Commits a decision and returns its result, or returns the refusal. */
  apply<Result>(decision: Decision<Result> | Refusal): Result | Refusal {
    if (decision instanceof Refusal) return requireMessage(decision);
    const guards = decision.guards ?? [];
    this.checkItems(decision.changes, guards);
    for (const guard of guards) {
      const refusal = this.refusalOf(guard);
      if (refusal !== null) return requireMessage(refusal);
    }
    for (const guard of guards) this.enforce(guard);
    for (const each of assignNumbers(decision.changes, this.counters, this.tenant)) this.write(each);
    for (const [series, count] of countNewDocuments(decision.changes)) this.counters.set(series, this.counter(series) + count);
    const changed = new Set(decision.changes.map(({ id }) => id));
    for (const event of decision.events) {
      if (event.data === undefined && !changed.has(event.subjectId)) throw new Error(`${event.type} about an unchanged object`);
      this.events.push({ type: event.type, subjectId: event.subjectId, data: event.data ?? null });
    }
    this.mails.push(...(decision.mails ?? []));
    if (decision.audit) this.audits.push(decision.audit.action);
    return decision.result;
  }

  /** The current value of a reference count. */
  referenceCount(name: string): number {
    return [...this.referenceCounts.values()].filter((names) => names.includes(name)).length;
  }

  /** Checks that each item is written or guarded at most once, and that no closed reference count increases. */
  private checkItems(changes: readonly Change[], guards: readonly Guard[]): void {
    const countChanges = referenceCountChanges(changes);
    const items = [...changes.map(({ id }) => id), ...countChanges.keys(), ...guards.map(guardedItem)];
    const duplicate = items.find((item, index) => items.indexOf(item) !== index);
    if (duplicate !== undefined) throw new Error(`${duplicate} is written twice`);
    for (const [name, difference] of countChanges)
      if (difference > 0 && this.closedCounts.has(name)) throw new Error(`conflict on ${name}, which is closed`);
  }

  /** The guard's refusal, or `null`. Throws on a conflict. */
  private refusalOf(guard: Guard): Refusal | null {
    switch (guard.kind) {
      case 'claim':
      case 'unclaimed':
        return this.owners.has(guard.name) ? guard.refusal : null;
      case 'count':
        return this.counter(guard.name) + guard.by > guard.max ? guard.refusal : null;
      case 'unreferenced':
      case 'close':
        return this.referenceCount(guard.name) > 0 ? guard.refusal : null;
      case 'unchanged': {
        const { id } = guard.stored.record;
        if (this.records.get(id)?.version !== guard.stored.version) throw new Error(`conflict on ${id}`);
        return null;
      }
      case 'release':
      case 'reopen':
        return null;
    }
  }

  private enforce(guard: Guard): void {
    if (guard.kind === 'claim') this.owners.set(guard.name, guard.owner);
    if (guard.kind === 'release') this.owners.delete(guard.name);
    if (guard.kind === 'count') this.counters.set(guard.name, this.counter(guard.name) + guard.by);
    if (guard.kind === 'close') this.closedCounts.add(guard.name);
    if (guard.kind === 'reopen') this.closedCounts.delete(guard.name);
  }

  /** Commits a decision and returns its result. Throws if it is refused. */
  do<Result>(decision: Decision<Result> | Refusal): Result {
    const result = this.apply(decision);
    if (result instanceof Refusal) throw new Error(`refused: ${result.code} ${result.message}`);
    return result;
  }

  private write({ id, stored: expected, after }: Change): void {
    const stored = this.records.get(id);
    if (expected === null ? stored !== undefined : stored?.version !== expected.version) throw new Error(`conflict on ${id}`);
    this.referenceCounts.set(id, after?.referenceCounts ?? []);
    this.indexKeys.set(id, after?.sparseIndexKeys ?? []);
    if (after === null) this.records.delete(id);
    else this.records.set(id, { record: after.record, version: (expected?.version ?? 0) + 1, seq: 0, changedAt: this.now });
  }

  find<R extends BaseRecord>(aggregate: Aggregate<R>, id: string | null | undefined): Stored<R> | null {
    if (id === null || id === undefined || !id.startsWith(aggregate.prefix)) return null;
    return (this.records.get(id) as Stored<R> | undefined) ?? null;
  }

  get<R extends BaseRecord>(aggregate: Aggregate<R>, id: string | null | undefined): Stored<R> {
    const stored = this.find(aggregate, id);
    if (stored === null) throw new Error(`no ${aggregate.type} ${id}`);
    return stored;
  }

  /** The sparse index keys of the record. */
  indexKeysOf(id: string): readonly string[] {
    return this.indexKeys.get(id) ?? [];
  }

  /** Replaces fields of a stored record directly, without applying a rule. */
  amend<R extends BaseRecord>(aggregate: Aggregate<R>, id: string, patch: Partial<R>): void {
    const before = this.get(aggregate, id);
    this.do({ changes: [change(aggregate, before, { ...before.record, ...patch })], events: [], result: null });
  }

  /** All records of the aggregate, oldest first. */
  all<R extends BaseRecord>(aggregate: Aggregate<R>): readonly R[] {
    return [...this.records.entries()].filter(([id]) => id.startsWith(aggregate.prefix)).map(([, stored]) => stored.record as R);
  }

  view<R extends BaseRecord>(aggregate: Aggregate<R>, id: string | null): JsonObject {
    return aggregate.view(this.get(aggregate, id).record, this.tenant);
  }

  /** Returns the types of the events since the last call, in order, and clears the events. */
  takeEvents(): readonly string[] {
    return this.events.splice(0).map((event) => event.type);
  }

  /** Account and customer with the tax rate. `seller`: fields of the account that differ from the defaults, such as its VAT number. */
  parties(
    customerId: string,
    taxRate: AppliedRate | null = null,
    behavior: 'inclusive' | 'exclusive' = 'inclusive',
    seller: Partial<Account> = {},
  ): BillingParties {
    const account: Account = {
      ...newAccount({ id: 'acct_1', created: START, name: 'Seller', email: 'owner@example.test', countryCode: 'NL' }),
      vatId: 'NL000099998B57',
      taxBehavior: behavior,
      ...seller,
    };
    return { account, customer: this.get(customerAggregate, customerId).record, taxRate };
  }
}

/** The email address of the owner in `worldWithAccount`. */
export const OWNER = 'owner@example.test';

/** Creates a world of live mode that contains an account with one owner. */
export const worldWithAccount = (id: string): World => {
  const world = new World('live');
  const account = newAccount({ id, created: START, name: 'Seller', email: OWNER, countryCode: null });
  world.do({ changes: [change(accountAggregate, null, account)], events: [], result: null });
  return world;
};

export interface Catalogue {
  readonly product: Stored<Product>;
  readonly price: Stored<Price>;
  readonly customer: Stored<Customer>;
}

/** Migrates a record of an earlier release: applies all migrations of its kind, or only the last `count` of them. */
export const migrate = <R extends BaseRecord>({ migrations = [] }: Aggregate<R>, record: BaseRecord, count = migrations.length): R =>
  migrations.slice(migrations.length - count).reduce((migrated, step) => step(migrated), record) as R;

/** The state for `createPrice`. */
export const createPriceState = (world: World, productId: string, meterId: string | null = null): CreatePriceState => ({
  product: world.get(productAggregate, productId),
  meter: meterId === null ? null : world.find(meterAggregate, meterId),
  currencies: world.find(billingCurrenciesAggregate, BILLING_CURRENCIES_ID),
});

/** Creates a price of the product, by default 1000 cents a month. */
export const createPriceOf = (world: World, productId: string, price: Partial<CreatePrice> = {}): Stored<Price> => {
  const defaultAmount = price.usageType === 'metered' ? {} : { amountCents: 1000 };
  const command: CreatePrice = { productId, currency: 'EUR', interval: 'month', ...defaultAmount, ...price };
  const { id } = world.do(createPrice(command, createPriceState(world, productId), world.ctx()));
  return world.get(priceAggregate, id);
};

/** Creates a product with one price, and a customer. */
export const newCatalogue = (world: World, price: Partial<CreatePrice> = {}): Catalogue => {
  const product = world.do(createProduct({ name: 'Hosting' }, null, world.ctx()));
  const created = createPriceOf(world, product.id, price);
  const ctx = world.ctx();
  const customer = newCustomer({ name: 'Buyer', email: 'buyer@example.test', countryCode: 'NL' }, ctx);
  world.do({ changes: [change(customerAggregate, null, customer)], events: [], result: customer });
  world.takeEvents();
  return {
    product: world.get(productAggregate, product.id),
    price: world.get(priceAggregate, created.record.id),
    customer: world.get(customerAggregate, customer.id),
  };
};
