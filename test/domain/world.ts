import { newAccount } from '../../shared/domain/account/record.ts';
import { newCustomer } from '../../shared/domain/customer/create.ts';
import type { Customer } from '../../shared/domain/customer/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type {
  Aggregate,
  BaseRecord,
  Change,
  Decision,
  DecisionContext,
  JsonObject,
  Mode,
  Stored,
  Tenant,
} from '../../shared/domain/kernel.ts';
import { change, Refusal } from '../../shared/domain/kernel.ts';
import type { BillingParties } from '../../shared/domain/parties.ts';
import type { CreatePrice, CreatePriceState } from '../../shared/domain/price/create.ts';
import { createPrice } from '../../shared/domain/price/create.ts';
import { BILLING_CURRENCIES_ID, billingCurrenciesAggregate } from '../../shared/domain/price/currencies.ts';
import type { Price } from '../../shared/domain/price/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { createProduct } from '../../shared/domain/product/create.ts';
import type { Product } from '../../shared/domain/product/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import type { AppliedRate } from '../../shared/domain/tax.ts';

export const START = Date.UTC(2026, 0, 31, 12, 0, 0) / 1000;
export const DAY = 86_400;

export interface SeenEvent {
  readonly type: string;
  readonly subjectId: string;
  readonly data: JsonObject | null;
}

/**
 * An account in memory: folds decisions the way the store commits them. A stale version, a second creation, a taken
 * number or an event about an unknown object is an error, so every test checks those too.
 */
export class World {
  readonly tenant: Tenant;
  now = START;
  readonly events: SeenEvent[] = [];
  readonly audits: string[] = [];
  private readonly records = new Map<string, Stored>();
  private readonly counters = new Map<string, number>();
  /** Who holds each claimed name. */
  readonly owners = new Map<string, string>();
  private minted = 0;

  constructor(mode: Mode = 'test') {
    this.tenant = { accountId: 'acct_1', mode };
  }

  ctx(): DecisionContext {
    const mint = (prefix: string): string => {
      this.minted += 1;
      return `${prefix}${String(this.minted).padStart(6, '0')}`;
    };
    return { tenant: this.tenant, now: this.now, realNow: this.now, ids: { next: mint } };
  }

  counter(name: string): number {
    return this.counters.get(name) ?? 0;
  }

  /** Commits a decision, or returns the refusal. */
  apply<Result>(decision: Decision<Result> | Refusal): Result | Refusal {
    if (decision instanceof Refusal) return decision;
    for (const guard of decision.guards ?? []) {
      if (guard.kind === 'claim') {
        if (this.owners.has(guard.name)) return guard.refusal;
        this.owners.set(guard.name, guard.owner);
      }
      if (guard.kind === 'release') this.owners.delete(guard.name);
      if (guard.kind === 'count') {
        const count = this.counter(guard.name) + guard.by;
        if (count > guard.max) return guard.refusal;
        this.counters.set(guard.name, count);
      }
      if (guard.kind === 'next') {
        if (this.counter(guard.name) !== guard.expected) throw new Error(`counter ${guard.name} moved`);
        this.counters.set(guard.name, guard.expected + 1);
      }
    }
    for (const each of decision.changes) this.write(each);
    const changed = new Set(decision.changes.map(({ id }) => id));
    for (const event of decision.events) {
      if (event.data === undefined && !changed.has(event.subjectId)) throw new Error(`${event.type} about nothing that changed`);
      this.events.push({ type: event.type, subjectId: event.subjectId, data: event.data ?? null });
    }
    if (decision.audit) this.audits.push(decision.audit.action);
    return decision.result;
  }

  /** Commits a decision that must not be refused. */
  do<Result>(decision: Decision<Result> | Refusal): Result {
    const result = this.apply(decision);
    if (result instanceof Refusal) throw new Error(`refused: ${result.code} ${result.message}`);
    return result;
  }

  private write({ id, stored: expected, after }: Change): void {
    const stored = this.records.get(id);
    if (expected === null ? stored !== undefined : stored?.version !== expected.version) throw new Error(`conflict on ${id}`);
    if (after === null) this.records.delete(id);
    else this.records.set(id, { record: after.record, version: (expected?.version ?? 0) + 1, seq: 0, changedAt: this.now });
  }

  find<R extends BaseRecord>(aggregate: Aggregate<R>, id: string | null | undefined): Stored<R> | null {
    if (id === null || id === undefined || !id.startsWith(aggregate.prefix)) return null;
    return (this.records.get(id) as Stored<R> | undefined) ?? null;
  }

  get<R extends BaseRecord>(aggregate: Aggregate<R>, id: string | null | undefined): Stored<R> {
    const found = this.find(aggregate, id);
    if (found === null) throw new Error(`no ${aggregate.type} ${id}`);
    return found;
  }

  all<R extends BaseRecord>(aggregate: Aggregate<R>): readonly R[] {
    return [...this.records.entries()].filter(([id]) => id.startsWith(aggregate.prefix)).map(([, stored]) => stored.record as R);
  }

  view<R extends BaseRecord>(aggregate: Aggregate<R>, id: string | null): JsonObject {
    return aggregate.view(this.get(aggregate, id).record, this.tenant);
  }

  /** Types of the events since the last call, in order. */
  told(): readonly string[] {
    return this.events.splice(0).map((event) => event.type);
  }

  /** Account and customer of a session, with the rate in force. */
  parties(customerId: string, taxRate: AppliedRate | null = null, behavior: 'inclusive' | 'exclusive' = 'inclusive'): BillingParties {
    const account = newAccount({ id: 'acct_1', created: START, name: 'Seller', email: 'owner@example.test', countryCode: 'NL' });
    return { account: { ...account, taxBehavior: behavior }, customer: this.get(customerAggregate, customerId).record, taxRate };
  }
}

export interface Catalogue {
  readonly product: Stored<Product>;
  readonly price: Stored<Price>;
  readonly customer: Stored<Customer>;
}

/** What a price is created from. */
export const createPriceState = (world: World, productId: string): CreatePriceState => ({
  product: world.get(productAggregate, productId),
  currencies: world.find(billingCurrenciesAggregate, BILLING_CURRENCIES_ID),
});

/** A product with one price, and a customer. */
export const catalogue = (world: World, price: Partial<CreatePrice> = {}): Catalogue => {
  const product = world.do(createProduct({ name: 'Hosting' }, null, world.ctx()));
  const usage = price.usageType === 'metered' ? {} : { amountCents: 1000 };
  const command: CreatePrice = { productId: product.id, currency: 'EUR', interval: 'month', ...usage, ...price };
  const created = world.do(createPrice(command, createPriceState(world, product.id), world.ctx()));
  const ctx = world.ctx();
  const customer = newCustomer({ name: 'Buyer', email: 'buyer@example.test', countryCode: 'NL' }, ctx);
  world.do({ changes: [change(customerAggregate, null, customer)], events: [], result: customer });
  world.told();
  return {
    product: world.get(productAggregate, product.id),
    price: world.get(priceAggregate, created.id),
    customer: world.get(customerAggregate, customer.id),
  };
};
