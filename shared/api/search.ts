import type { Aggregate, BaseRecord } from '../domain/aggregate.ts';
import { couponAggregate } from '../domain/coupon/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { isDeleted } from '../domain/erasure/deletion.ts';
import { invoiceAggregate, numberIndexKey, possibleInvoiceNumber } from '../domain/invoice/record.ts';
import { paymentAggregate } from '../domain/payment/record.ts';
import { productAggregate } from '../domain/product/record.ts';
import { queryTerms } from '../domain/search-terms.ts';
import { subscriptionAggregate } from '../domain/subscription/view.ts';
import type { JsonObject, Tenant } from '../domain/tenant.ts';
import type { Store } from '../store/writer/store.ts';
import type { ListObject } from './resources.ts';
import { fetchCustomerSummaries } from './schemas/expand.ts';
import type { Scope } from './scopes.ts';

/** What is searched, and how much of each kind is returned. */
interface Search {
  readonly store: Store;
  readonly tenant: Tenant;
  readonly query: string;
  readonly limit: number;
  /** Returns true if the caller has the scope. */
  readonly allowed: (scope: Scope) => boolean;
}

/** Matches of one kind. `known`: records that are read already, by id. */
interface Matches<R extends BaseRecord> {
  readonly ids: readonly string[];
  readonly known: ReadonlyMap<string, R>;
  readonly customerIds: readonly string[];
}

/** Returns an id in the letter case of stored ids: the prefix in lower case, the rest in upper case. */
const idAsStored = (query: string): string => {
  const end = query.indexOf('_') + 1;
  return `${query.slice(0, end).toLowerCase()}${query.slice(end).toUpperCase()}`;
};

/** Finds records of which a search term or the id begins with the query, in one round trip. */
const findMatches = async <R extends BaseRecord>({ store, tenant, query, limit }: Search, aggregate: Aggregate<R>): Promise<Matches<R>> => {
  const most = limit + 1;
  const terms = aggregate.searchTermsOf === undefined ? [] : queryTerms(query);
  const isId = query.toLowerCase().startsWith(aggregate.prefix);
  const [records, ...found] = await Promise.all([
    isId ? store.beginningWith(aggregate, tenant, idAsStored(query), most) : [],
    ...terms.map((term) => store.search(aggregate, tenant, term, most)),
  ]);
  return {
    ids: [...new Set([...records, ...found.flat()].map(({ id }) => id))],
    known: new Map(records.map((record) => [record.id, record])),
    customerIds: found.flat().flatMap(({ customerId }) => customerId ?? []),
  };
};

/** Reads the records of the matches in one round trip. Returns them in the order of the matches, without deleted records. */
const readList = async <R extends BaseRecord, View extends JsonObject>(
  { store, tenant, limit }: Search,
  aggregate: Aggregate<R, View>,
  { ids, known }: Pick<Matches<R>, 'ids' | 'known'>,
): Promise<ListObject<View>> => {
  const shown = ids.slice(0, limit);
  const fetched = await store.getMany(
    aggregate,
    tenant,
    shown.filter((id) => !known.has(id)),
  );
  const records = shown.flatMap((id) => known.get(id) ?? fetched.get(id)?.record ?? []).filter((record) => !isDeleted(record));
  return { object: 'list', data: records.map((record) => aggregate.view(record, tenant)), has_more: ids.length > limit };
};

const find = async <R extends BaseRecord, View extends JsonObject>(search: Search, aggregate: Aggregate<R, View>) =>
  readList(search, aggregate, await findMatches(search, aggregate));

const findInvoices = async (search: Search) => {
  const number = possibleInvoiceNumber(search.query, search.tenant);
  const [byId, byNumber] = await Promise.all([
    findMatches(search, invoiceAggregate),
    number === null ? [] : search.store.idsInSparseIndex(invoiceAggregate, search.tenant, numberIndexKey(number), 1),
  ]);
  return readList(search, invoiceAggregate, { ...byId, ids: [...byNumber, ...byId.ids] });
};

const findSubscriptions = async (search: Search) => {
  const matches = await findMatches(search, subscriptionAggregate);
  const customerIds = [...matches.customerIds, ...[...matches.known.values()].map(({ customerId }) => customerId)];
  const [list, customers] = await Promise.all([
    readList(search, subscriptionAggregate, matches),
    search.allowed('customers:read') ? fetchCustomerSummaries(search.store, search.tenant, customerIds) : new Map(),
  ]);
  return { ...list, data: list.data.map((each) => ({ ...each, customer: customers.get(each.customer_id) ?? null })) };
};

/** Finds objects of every kind that the caller may read; `null` for the other kinds. Takes two round trips, also in a large account. */
export const search = async (request: Search) => {
  const ifAllowed = <List>(scope: Scope, read: () => Promise<List>): Promise<List | null> =>
    request.allowed(scope) ? read() : Promise.resolve(null);
  const [customers, subscriptions, invoices, payments, products, coupons] = await Promise.all([
    ifAllowed('customers:read', () => find(request, customerAggregate)),
    ifAllowed('subscriptions:read', () => findSubscriptions(request)),
    ifAllowed('invoices:read', () => findInvoices(request)),
    ifAllowed('payments:read', () => find(request, paymentAggregate)),
    ifAllowed('products:read', () => find(request, productAggregate)),
    ifAllowed('coupons:read', () => find(request, couponAggregate)),
  ]);
  return { object: 'search_result' as const, customers, subscriptions, invoices, payments, products, coupons };
};
