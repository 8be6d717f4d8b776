import { erasePersonalData } from './erase.ts';
import { goneError, HANG, notFoundError, routeResult, unprocessableError } from './http.ts';
import { readCustomerRequest } from './input.ts';
import { DEFAULT_BEHAVIOR, type SandboxBehavior, type SandboxCustomer, type SandboxMandate } from './model.ts';
import { type CreateRoute, pageOf, pathIdAt, type Route, splitPage } from './routes.ts';
import { type BatchLookup, buildWrite, type SandboxRef, type SandboxStore, updateSandboxValue, type Versioned } from './store.ts';
import { customerView, listView, mandateView } from './view.ts';

/** Loads the behavior of the customer's charges and refunds. */
export const loadBehavior = async (store: SandboxStore, customerId: string | null): Promise<SandboxBehavior> =>
  (customerId === null ? null : await store.get('behavior', customerId))?.value ?? DEFAULT_BEHAVIOR;

/** True if the behavior simulates deleted mandates. */
const hasGoneMandates = async (store: SandboxStore, customerId: string): Promise<boolean> =>
  (await loadBehavior(store, customerId)).charges === 'mandate_gone';

/** True if the behavior simulates an unreachable provider, also for requests about mandates. */
const isUnreachable = async (store: SandboxStore, customerId: string): Promise<boolean> =>
  (await loadBehavior(store, customerId)).charges === 'unreachable';

/** Loads a customer. Throws 404 if missing and 410 if deleted. */
export const requireCustomer = async (store: SandboxStore, customerId: string): Promise<SandboxCustomer> => {
  const stored = await store.get('customer', customerId);
  if (stored === null) throw notFoundError(customerId);
  return requireNotDeleted(stored.value);
};

/** Throws 410 if the customer is deleted. */
export const requireNotDeleted = (customer: SandboxCustomer): SandboxCustomer => {
  if (customer.deletedAt !== null) throw goneError('customer');
  return customer;
};

export const createCustomer: CreateRoute = ({ urls, now, suffix, claim, body }) => {
  const customer: SandboxCustomer = {
    id: `cst_${suffix}`,
    ...readCustomerRequest(body),
    createdAt: now,
    deletedAt: null,
    idempotencyKey: claim?.key ?? null,
  };
  const created = { ...routeResult(201, customerView(customer, urls)), writes: [buildWrite('customer', customer.id, customer, 0)] };
  return { reads: [], decide: async () => created };
};

export const getCustomer: Route = async ({ store, urls }, ids) =>
  routeResult(200, customerView(await requireCustomer(store, pathIdAt(ids, 0)), urls));

export const listCustomers: Route = async ({ store, urls, query, path }) => {
  const { limit, from } = pageOf(query);
  const { shown, next } = splitPage(await store.list('customer', '', { limit: limit + 1, from }), limit, (customer) => customer.id);
  const items = shown.filter(({ deletedAt }) => deletedAt === null).map((customer) => customerView(customer, urls));
  return routeResult(200, listView('customers', items, urls, path, { limit, next }));
};

const MAX_MANDATES = 1000;

/** Lists the customer's mandates that are not revoked, newest first. */
const loadMandates = async (store: SandboxStore, customerId: string): Promise<readonly SandboxMandate[]> => {
  const mandates = await store.list('mandate', `${customerId}/`, { limit: MAX_MANDATES, from: null });
  return mandates.filter((mandate) => mandate.status !== 'revoked');
};

const revoke = (store: SandboxStore, customerId: string, mandateId: string): Promise<null> =>
  updateSandboxValue(store, 'mandate', mandateKey(customerId, mandateId), (current) => ({
    next: current === null ? null : { ...current, status: 'revoked' },
    result: null,
  }));

export const deleteCustomer: Route = async ({ store, now }, ids) => {
  const customer = await requireCustomer(store, pathIdAt(ids, 0));
  if (await isUnreachable(store, customer.id)) return HANG;
  for (const mandate of await loadMandates(store, customer.id)) await revoke(store, customer.id, mandate.id);
  await updateSandboxValue(store, 'customer', customer.id, (current) => ({
    next: current === null ? null : { ...current, name: null, email: null, metadata: null, deletedAt: now },
    result: null,
  }));
  await erasePersonalData(store, customer.id);
  return routeResult(204, null);
};

export const listMandates: Route = async ({ store, urls, query, path }, ids) => {
  const customer = await requireCustomer(store, pathIdAt(ids, 0));
  if (await isUnreachable(store, customer.id)) return HANG;
  const { limit, from } = pageOf(query);
  const mandates = await loadMandates(store, customer.id);
  const start = from === null ? 0 : mandates.findIndex((mandate) => mandate.id === from);
  const { shown, next } = splitPage(start < 0 ? [] : mandates.slice(start), limit, (mandate) => mandate.id);
  const items = shown.map((mandate) => mandateView(mandate, urls));
  return routeResult(200, listView('mandates', items, urls, path, { limit, next }));
};

/** Returns the mandate. Throws 404 if missing and 410 if revoked. */
const requireMandate = (stored: Versioned<SandboxMandate> | null, mandateId: string): SandboxMandate => {
  if (stored === null) throw notFoundError(mandateId);
  if (stored.value.status === 'revoked') throw goneError('mandate');
  return stored.value;
};

/** Id of a mandate in the store. */
export const mandateKey = (customerId: string, mandateId: string): string => `${customerId}/${mandateId}`;

export const getMandate: Route = async ({ store, urls }, ids) => {
  const customer = await requireCustomer(store, pathIdAt(ids, 0));
  if (await isUnreachable(store, customer.id)) return HANG;
  if (await hasGoneMandates(store, customer.id)) throw goneError('mandate');
  const mandateId = pathIdAt(ids, 1);
  const stored = await store.get('mandate', mandateKey(customer.id, mandateId));
  return routeResult(200, mandateView(requireMandate(stored, mandateId), urls));
};

export const deleteMandate: Route = async ({ store }, ids) => {
  const customer = await requireCustomer(store, pathIdAt(ids, 0));
  if (await isUnreachable(store, customer.id)) return HANG;
  const mandateId = pathIdAt(ids, 1);
  requireMandate(await store.get('mandate', mandateKey(customer.id, mandateId)), mandateId);
  await revoke(store, customer.id, mandateId);
  return routeResult(204, null);
};

/** Records to read for a recurring charge. `mandateId: null`: the mandates are listed later. */
export const chargeReads = (customerId: string, mandateId: string | null): readonly SandboxRef[] => [
  { kind: 'behavior', id: customerId },
  ...(mandateId === null ? [] : [{ kind: 'mandate', id: mandateKey(customerId, mandateId) } as const]),
];

/** Returns the mandate for a recurring charge: the requested mandate, or else the newest valid mandate. */
export const chargeableMandate = async (
  store: SandboxStore,
  lookup: BatchLookup,
  customerId: string,
  mandateId: string | null,
): Promise<SandboxMandate> => {
  if (mandateId === null) {
    const valid = (await loadMandates(store, customerId)).find((mandate) => mandate.status === 'valid');
    if (valid === undefined) throw unprocessableError('The customer has no valid mandate');
    return valid;
  }
  const mandate = requireMandate(lookup('mandate', mandateKey(customerId, mandateId)), mandateId);
  if (mandate.status !== 'valid') throw unprocessableError(`The mandate is ${mandate.status} and cannot be charged`, 'mandateId');
  return mandate;
};
