import { done, gone, HANG, noEntity, unprocessable } from './answers.ts';
import { eraseTraces } from './erase.ts';
import { readCustomerRequest } from './input.ts';
import { DEFAULT_BEHAVIOR, type SandboxBehavior, type SandboxCustomer, type SandboxMandate } from './model.ts';
import { cut, idAt, type MakingRoute, pageOf, type Route } from './routes.ts';
import { change, type Found, type SandboxRef, type SandboxStore, type Versioned, write } from './store.ts';
import { customerView, listView, mandateView } from './view.ts';

/** How later charges to and refunds of this customer go. */
export const behaviorOf = async (store: SandboxStore, customerId: string | null): Promise<SandboxBehavior> =>
  (customerId === null ? null : await store.get('behavior', customerId))?.value ?? DEFAULT_BEHAVIOR;

/** What charges find gone, is gone. */
const isGone = async (store: SandboxStore, customerId: string): Promise<boolean> =>
  (await behaviorOf(store, customerId)).charges === 'mandate_gone';

/** An unreachable provider answers nothing about the customer's mandates either. */
const isUnreachable = async (store: SandboxStore, customerId: string): Promise<boolean> =>
  (await behaviorOf(store, customerId)).charges === 'unreachable';

/** A customer that exists and was not deleted: 404, or 410 once deleted. */
export const presentCustomer = async (store: SandboxStore, customerId: string): Promise<SandboxCustomer> => {
  const stored = await store.get('customer', customerId);
  if (stored === null) throw noEntity(customerId);
  return undeleted(stored.value);
};

/** Deleted customers are 410. */
export const undeleted = (customer: SandboxCustomer): SandboxCustomer => {
  if (customer.deletedAt !== null) throw gone('customer');
  return customer;
};

export const createCustomer: MakingRoute = ({ urls, now, suffix, claim, body }) => {
  const customer: SandboxCustomer = {
    id: `cst_${suffix}`,
    ...readCustomerRequest(body),
    createdAt: now,
    deletedAt: null,
    idempotencyKey: claim?.key ?? null,
  };
  const made = { ...done(201, customerView(customer, urls)), writes: [write('customer', customer.id, customer, 0)] };
  return { reads: [], decide: async () => made };
};

export const getCustomer: Route = async ({ store, urls }, ids) => done(200, customerView(await presentCustomer(store, idAt(ids, 0)), urls));

export const listCustomers: Route = async ({ store, urls, query, path }) => {
  const { limit, from } = pageOf(query);
  const { shown, next } = cut(await store.list('customer', '', { limit: limit + 1, from }), limit, (customer) => customer.id);
  const items = shown.filter(({ deletedAt }) => deletedAt === null).map((customer) => customerView(customer, urls));
  return done(200, listView('customers', items, urls, path, { limit, next }));
};

const EVERY = 1000;

/** The customer's mandates that were not revoked, newest first. */
const mandatesOf = async (store: SandboxStore, customerId: string): Promise<readonly SandboxMandate[]> => {
  const mandates = await store.list('mandate', `${customerId}/`, { limit: EVERY, from: null });
  return mandates.filter((mandate) => mandate.status !== 'revoked');
};

const revoke = (store: SandboxStore, customerId: string, mandateId: string): Promise<null> =>
  change(store, 'mandate', mandateName(customerId, mandateId), (current) => ({
    next: current === null ? null : { ...current, status: 'revoked' },
    result: null,
  }));

export const deleteCustomer: Route = async ({ store, now }, ids) => {
  const customer = await presentCustomer(store, idAt(ids, 0));
  if (await isUnreachable(store, customer.id)) return HANG;
  for (const mandate of await mandatesOf(store, customer.id)) await revoke(store, customer.id, mandate.id);
  await change(store, 'customer', customer.id, (current) => ({
    next: current === null ? null : { ...current, name: null, email: null, metadata: null, deletedAt: now },
    result: null,
  }));
  await eraseTraces(store, customer.id);
  return done(204, null);
};

export const listMandates: Route = async ({ store, urls, query, path }, ids) => {
  const customer = await presentCustomer(store, idAt(ids, 0));
  if (await isUnreachable(store, customer.id)) return HANG;
  const { limit, from } = pageOf(query);
  const mandates = await mandatesOf(store, customer.id);
  const start = from === null ? 0 : mandates.findIndex((mandate) => mandate.id === from);
  const { shown, next } = cut(start < 0 ? [] : mandates.slice(start), limit, (mandate) => mandate.id);
  const items = shown.map((mandate) => mandateView(mandate, urls));
  return done(200, listView('mandates', items, urls, path, { limit, next }));
};

/** A mandate that exists and was not revoked: 404, or 410 once revoked. */
const presentMandate = (stored: Versioned<SandboxMandate> | null, mandateId: string): SandboxMandate => {
  if (stored === null) throw noEntity(mandateId);
  if (stored.value.status === 'revoked') throw gone('mandate');
  return stored.value;
};

export const mandateName = (customerId: string, mandateId: string): string => `${customerId}/${mandateId}`;

export const getMandate: Route = async ({ store, urls }, ids) => {
  const customer = await presentCustomer(store, idAt(ids, 0));
  if (await isUnreachable(store, customer.id)) return HANG;
  if (await isGone(store, customer.id)) throw gone('mandate');
  const mandateId = idAt(ids, 1);
  const stored = await store.get('mandate', mandateName(customer.id, mandateId));
  return done(200, mandateView(presentMandate(stored, mandateId), urls));
};

export const deleteMandate: Route = async ({ store }, ids) => {
  const customer = await presentCustomer(store, idAt(ids, 0));
  if (await isUnreachable(store, customer.id)) return HANG;
  const mandateId = idAt(ids, 1);
  presentMandate(await store.get('mandate', mandateName(customer.id, mandateId)), mandateId);
  await revoke(store, customer.id, mandateId);
  return done(204, null);
};

/** What a recurring charge of the customer is decided on. `mandateId: null`: its mandates are looked through only then. */
export const chargeReads = (customerId: string, mandateId: string | null): readonly SandboxRef[] => [
  { kind: 'behavior', id: customerId },
  ...(mandateId === null ? [] : [{ kind: 'mandate', id: mandateName(customerId, mandateId) } as const]),
];

/** The mandate that a recurring charge uses: the one asked for, else the newest valid one. */
export const chargeableMandate = async (
  store: SandboxStore,
  found: Found,
  customerId: string,
  mandateId: string | null,
): Promise<SandboxMandate> => {
  if (mandateId === null) {
    const valid = (await mandatesOf(store, customerId)).find((mandate) => mandate.status === 'valid');
    if (valid === undefined) throw unprocessable('The customer has no valid mandate');
    return valid;
  }
  const mandate = presentMandate(found('mandate', mandateName(customerId, mandateId)), mandateId);
  if (mandate.status !== 'valid') throw unprocessable(`The mandate is ${mandate.status} and serves no payment`, 'mandateId');
  return mandate;
};
