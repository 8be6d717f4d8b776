import * as v from 'valibot';
import { scopesOf } from '../../../shared/api/role-scopes.ts';
import type { ResponseBody } from '../../../shared/api/schemas/response-types.ts';
import { queryParamOf, readQuery, validate } from '../../../shared/api/schemas/validate.ts';
import { allows, type Scope } from '../../../shared/api/scopes.ts';
import type { Account, Role } from '../../../shared/domain/account/record.ts';
import type { Aggregate, BaseRecord } from '../../../shared/domain/aggregate.ts';
import { apiKeyAggregate } from '../../../shared/domain/api-key/record.ts';
import { couponAggregate } from '../../../shared/domain/coupon/record.ts';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { disputeAggregate } from '../../../shared/domain/dispute/record.ts';
import { isDeleted } from '../../../shared/domain/erasure/deletion.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { OBJECT_ID_MAX_LENGTH } from '../../../shared/domain/limits.ts';
import { meterAggregate, viewMeter } from '../../../shared/domain/meter/record.ts';
import { oneShotAggregate } from '../../../shared/domain/one-shot/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { paymentLinkAggregate } from '../../../shared/domain/payment-link/record.ts';
import { priceAggregate, viewPrice } from '../../../shared/domain/price/record.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import { refundAggregate } from '../../../shared/domain/refund/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { taxRateAggregate } from '../../../shared/domain/tax-rate/record.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { testClockAggregate } from '../../../shared/domain/test-clock/record.ts';
import { webhookEndpointAggregate } from '../../../shared/domain/webhook-endpoint/record.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import type { ConsoleNames } from './objects.ts';

/** Looks up the names of objects of any kind by their ids, so that a list needs one request for all names that it shows. */

type Names = ResponseBody<typeof ConsoleNames>;
type NamedObject = Names['data'][number];
/** The fields of a response entry that depend on the kind of the object. `owner_id`: see `ConsoleNames`. */
type NameParts = Partial<Pick<NamedObject, 'name' | 'owner_id' | 'price' | 'meter'>>;

/** Maximum number of ids per look-up; a page of a list has 25 rows. */
const MAX_IDS = 100;

const namesQuery = v.strictObject({
  ids: v.pipe(
    v.string(),
    v.transform((text) => [...new Set(text.split(','))]),
    v.maxLength(MAX_IDS, `must have at most ${MAX_IDS} ids.`),
    // A longer text cannot be an id.
    v.transform((ids) => ids.filter((id) => id.length <= OBJECT_ID_MAX_LENGTH)),
  ),
});

interface Kind {
  readonly scope: Scope;
  readonly read: (store: Store, tenant: Tenant, ids: readonly string[]) => Promise<readonly NamedObject[]>;
}

const kindOf = <R extends BaseRecord>(
  aggregate: Aggregate<R>,
  scope: Scope,
  partsOf: (record: R, tenant: Tenant) => NameParts,
): readonly [prefix: string, kind: Kind] => [
  aggregate.prefix,
  {
    scope,
    read: async (store, tenant, ids) =>
      [...(await store.getMany(aggregate, tenant, ids)).values()]
        .filter(({ record }) => !isDeleted(record))
        .map(({ record }) => ({ id: record.id, name: null, owner_id: null, ...partsOf(record, tenant) })),
  },
];

const customerParts = ({ customerId }: { readonly customerId: string }): NameParts => ({ owner_id: customerId });
const documentParts = ({ number, customerId }: { readonly number: string; readonly customerId: string }): NameParts => ({
  name: number,
  owner_id: customerId,
});

const KINDS: ReadonlyMap<string, Kind> = new Map([
  kindOf(customerAggregate, 'customers:read', ({ name, email }) => ({ name: name ?? email })),
  kindOf(subscriptionAggregate, 'subscriptions:read', ({ price, customerId }) => ({ name: price.productName, owner_id: customerId })),
  kindOf(invoiceAggregate, 'invoices:read', documentParts),
  kindOf(creditNoteAggregate, 'credit_notes:read', documentParts),
  kindOf(paymentAggregate, 'payments:read', customerParts),
  kindOf(oneShotAggregate, 'checkout_sessions:read', ({ description, customerId }) => ({ name: description, owner_id: customerId })),
  kindOf(refundAggregate, 'refunds:read', customerParts),
  kindOf(disputeAggregate, 'disputes:read', customerParts),
  kindOf(productAggregate, 'products:read', ({ name }) => ({ name })),
  kindOf(priceAggregate, 'prices:read', (price, tenant) => ({ owner_id: price.productId, price: viewPrice(price, tenant) })),
  kindOf(meterAggregate, 'products:read', (meter, tenant) => ({ name: meter.eventName, meter: viewMeter(meter, tenant) })),
  kindOf(couponAggregate, 'coupons:read', ({ code }) => ({ name: code })),
  kindOf(paymentLinkAggregate, 'checkout_sessions:read', ({ productId }) => ({ owner_id: productId })),
  kindOf(taxRateAggregate, 'tax_rates:read', ({ displayName }) => ({ name: displayName })),
  kindOf(apiKeyAggregate, 'api_keys:read', ({ label, prefix }) => ({ name: label ?? prefix })),
  kindOf(webhookEndpointAggregate, 'webhook_endpoints:read', ({ url }) => ({ name: url })),
  kindOf(testClockAggregate, 'test_clocks:read', ({ name }) => ({ name })),
]);

const prefixOf = (id: string): string => id.slice(0, id.lastIndexOf('_') + 1);

/** Where names are looked up, and the role that decides which objects are readable. */
interface Lookup {
  readonly store: Store;
  readonly tenant: Tenant;
  readonly account: Pick<Account, 'members'>;
  readonly role: Role;
}

const readNames = async ({ store, tenant, account, role }: Lookup, ids: readonly string[]): Promise<readonly NamedObject[]> => {
  const scopes = scopesOf(role);
  const members = account.members.filter(({ id }) => ids.includes(id)).map(({ id, email }) => ({ id, name: email, owner_id: null }));
  const reads = [...new Set(ids.map(prefixOf))].map(async (prefix) => {
    const kind = KINDS.get(prefix);
    if (kind === undefined || !allows(scopes, kind.scope)) return [];
    return kind.read(
      store,
      tenant,
      ids.filter((id) => prefixOf(id) === prefix),
    );
  });
  return [...members, ...(await Promise.all(reads)).flat()];
};

/**
 * The names of the objects with the ids of the query, and of their owners. Objects that do not exist, that are deleted or that the role may
 * not read are missing. Throws 400 if the query has no valid `ids`.
 */
export const lookUpNames = async (lookup: Lookup, rawQueryString: string): Promise<Names> => {
  const { ids } = validate(namesQuery, readQuery(rawQueryString, namesQuery), queryParamOf);
  const objects = await readNames(lookup, ids);
  const known = new Set(objects.map(({ id }) => id));
  const ownerIds = [...new Set(objects.flatMap(({ owner_id: ownerId }) => ownerId ?? []))].filter((id) => !known.has(id));
  return { object: 'list', data: [...objects, ...(await readNames(lookup, ownerIds))], has_more: false };
};
