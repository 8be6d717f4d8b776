import type { BaseRecord } from '../../../shared/domain/aggregate.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { type Refund, refundAggregate } from '../../../shared/domain/refund/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import type { SandboxPayment } from '../../../shared/sandbox/model.ts';
import type { HistoryShop } from './environment.ts';

/** Maximum number of records of a kind in one history. */
export const MAX_RECORDS = 1000;

/** Fetches the tenant's payments from the provider, oldest first. */
export const fetchProviderPayments = async ({ shop: { sandbox, tenant } }: HistoryShop): Promise<readonly SandboxPayment[]> =>
  (await sandbox.store.list('payment', '', { limit: MAX_RECORDS, from: null }))
    .filter(({ webhookUrl }) => webhookUrl?.includes(`/${tenant.accountId}/`) === true)
    .toReversed();

/** Sorts records by id, which sorts them from the oldest to the newest. */
export const sortById = <R extends BaseRecord>(records: readonly R[]): readonly R[] =>
  [...records].sort((one, other) => (one.id < other.id ? -1 : 1));

export const paymentsIn = async ({ shop }: HistoryShop): Promise<readonly Payment[]> =>
  sortById(await loadAll(shop.fixture.store, paymentAggregate, shop.tenant, { customerId: shop.customerId }));

export const subscriptionsIn = async ({ shop }: HistoryShop): Promise<readonly Subscription[]> =>
  sortById(await loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId: shop.customerId }));

export const refundsIn = async ({ shop }: HistoryShop): Promise<readonly Refund[]> =>
  sortById(await loadAll(shop.fixture.store, refundAggregate, shop.tenant, { customerId: shop.customerId }));

/** Returns the element that is `fromEnd` places before the last; wraps around if there are fewer elements. */
export const pickFromEnd = <T>(all: readonly T[], fromEnd: number): T | undefined => all.toReversed()[fromEnd % Math.max(1, all.length)];
