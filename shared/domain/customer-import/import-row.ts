import { type Change, change, type Stored } from '../aggregate.ts';
import { newCheckoutSession } from '../checkout-session/create.ts';
import { asReplacementOf, type CheckoutSession, checkoutSessionAggregate } from '../checkout-session/record.ts';
import { recoveryClaim } from '../checkout-session/recover.ts';
import { newCustomer } from '../customer/create.ts';
import { type Customer, customerAggregate, isClosedToSales } from '../customer/record.ts';
import { vatFieldsOf } from '../customer/vat.ts';
import { audited, type Decision, type DecisionContext, type Guard, type IdSource } from '../decision.ts';
import { MAILED_LINK_DAYS } from '../limits.ts';
import type { SaleGroup } from '../payable/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import { type PlanPrice, planAndDateFaultsOf, subscriptionReferenceFault } from './check-row.ts';
import type { CustomerImport } from './record.ts';
import { type ImportEntry, importEntryAggregate, importEntryIdOf } from './reference.ts';
import type { RowFault, RowResult, RowSubscription, UploadedRow } from './rows.ts';
import { type RowVatVerdict, vatFaultsOf, verifiedVatOf } from './vat.ts';

export interface ImportRow {
  readonly import: CustomerImport;
  readonly row: UploadedRow;
  readonly hostedUrlOf: (sessionId: string) => string;
}

export interface ImportRowState {
  /** Entry of an earlier import of the customer; `null`: not imported. */
  readonly customerEntry: Stored<ImportEntry> | null;
  readonly customer: Stored<Customer> | null;
  /** Entry of an earlier import of the row's subscription reference; `null`: not imported, or the row has no subscription reference. */
  readonly subscriptionEntry: Stored<ImportEntry> | null;
  /**
   * The customer's `unnamed_subscription` entry. With a `sessionId`: the customer's only imported subscription, which has no reference.
   * Without: a marker that all imported subscriptions of the customer have references. `null`: no subscription was imported.
   */
  readonly onlySubscriptionEntry: Stored<ImportEntry> | null;
  /** The latest checkout session of the row's subscription: that of an earlier import, or the session with which its buyer tried again. */
  readonly session: Stored<CheckoutSession> | null;
  /** The sessions that replace each other, if `session` is one of several or has expired; otherwise `null`. */
  readonly group: SaleGroup | null;
  readonly plan: PlanPrice | null;
  /** Result of the check of the row's VAT number; `null`: no number, the customer was imported before, or the registry did not respond. */
  readonly vat: RowVatVerdict | null;
}

/** Lifetime of the checkout sessions, the same as of portal links in mails. */
const SESSION_SECONDS = MAILED_LINK_DAYS * DAY_SECONDS;

/** True when an earlier, interrupted import of this row created the entry. */
const isCreatedByRow = (entry: Stored<ImportEntry> | null, command: ImportRow): boolean =>
  entry !== null && entry.record.importId === command.import.id && entry.record.row === command.row.row;

const rejectRow = ({ row }: ImportRow, faults: readonly RowFault[]): Decision<RowResult> => ({
  changes: [],
  events: [],
  result: { row: row.row, outcome: 'faulty', faults, customerId: null, createdCustomer: false, sessionId: null, referenceIds: [] },
});

/** The buyer created a new session after this import read the expired one. */
const TRIED_AGAIN = new Refusal('state_conflict', 'has a new checkout of the customer. Upload the file again.');

/** Also used while the customer is being deleted. */
const CUSTOMER_DELETED: RowFault = { column: 'reference', message: 'belongs to a customer who was deleted.' };

/** The faults of the row's VAT number; none if the customer was imported before, since that customer's number does not change. */
export const newVatFaultsOf = (row: UploadedRow, { customerEntry, vat }: Pick<ImportRowState, 'customerEntry' | 'vat'>) =>
  customerEntry === null ? vatFaultsOf(row, vat) : [];

/** Entry of an earlier import of the row's subscription; `null`: not imported. */
export const subscriptionEntryOf = (
  { subscription }: UploadedRow,
  state: Pick<ImportRowState, 'subscriptionEntry' | 'onlySubscriptionEntry'>,
) => (subscription?.reference == null ? state.onlySubscriptionEntry : state.subscriptionEntry);

/** True when the row's subscription needs a checkout session: it has no session yet, or its former session expired unpaid. */
const needsSession = ({ row }: ImportRow, state: ImportRowState): boolean =>
  row.subscription !== null && (subscriptionEntryOf(row, state) === null || state.session?.record.status === 'expired');

const referenceFaultOf = (
  { row }: ImportRow,
  { customerEntry, subscriptionEntry, onlySubscriptionEntry }: ImportRowState,
): RowFault | null =>
  subscriptionReferenceFault(row, {
    customerId: customerEntry?.record.customerId ?? null,
    subscriptionEntry: subscriptionEntry?.record ?? null,
    onlySubscriptionEntry: onlySubscriptionEntry?.record ?? null,
  });

const metadataOf = ({ reference, mandateReference }: RowSubscription): Record<string, string> => ({
  ...(reference === null ? {} : { import_subscription_reference: reference }),
  ...(mandateReference === null ? {} : { import_mandate_reference: mandateReference }),
});

const newCustomerOfRow = ({ row }: ImportRow, { vat }: ImportRowState, ctx: DecisionContext): Customer => ({
  ...newCustomer({ ...row.customer, metadata: { import_reference: row.reference } }, ctx),
  ...vatFieldsOf(verifiedVatOf(vat), ctx.now),
});

const newSessionOfRow = (
  command: ImportRow,
  subscription: RowSubscription,
  { price, product }: PlanPrice,
  customer: Customer,
  ctx: DecisionContext,
): CheckoutSession => {
  const id = ctx.ids.next(checkoutSessionAggregate.prefix);
  const url = command.import.returnUrl;
  if (url === null) throw new Error(`${command.import.id} has plans but no return URL`);
  return newCheckoutSession({
    id,
    now: ctx.now,
    customer,
    price,
    product,
    terms: {
      buyer: {},
      successUrl: url,
      cancelUrl: url,
      uiMode: 'hosted',
      url: command.hostedUrlOf(id),
      openSeconds: SESSION_SECONDS,
      trialDaysOverride: null,
      firstChargeAt: subscription.nextChargeAt,
      discount: null,
      paymentMethod: null,
      metadata: metadataOf(subscription),
    },
  });
};

/** Ids of a row's import entries. `subscription: null`: no subscription reference in the row. `onlySubscription: null`: no subscription. */
export const entryIdsOf = ({ reference, subscription }: UploadedRow, ids: Pick<IdSource, 'derived'>) => ({
  customer: importEntryIdOf(ids, 'customer', reference),
  subscription: subscription?.reference == null ? null : importEntryIdOf(ids, 'subscription', subscription.reference),
  onlySubscription: subscription === null ? null : importEntryIdOf(ids, 'unnamed_subscription', reference),
});

/** The ids of `entryIdsOf` that are not `null`. */
export const allEntryIdsOf = (row: UploadedRow, ids: Pick<IdSource, 'derived'>): readonly string[] =>
  Object.values(entryIdsOf(row, ids)).filter((id) => id !== null);

/** Builds the change that records the import of a customer or subscription. `stored`: the entry of an earlier import. */
const entryChange = (
  command: ImportRow,
  stored: Stored<ImportEntry> | null,
  entry: Pick<ImportEntry, 'id' | 'of' | 'customerId' | 'sessionId'>,
  ctx: DecisionContext,
) => {
  const record: ImportEntry = {
    created: stored?.record.created ?? ctx.now,
    importId: command.import.id,
    row: command.row.row,
    ...entry,
  };
  return change(importEntryAggregate, stored, record);
};

/**
 * Imports one row. Creates the customer with the verified VAT number, unless an earlier import did, and a checkout session for the row's
 * subscription. In this session the customer authorizes a payment method, because mandates cannot be imported [RENEW-02]. The paid session
 * starts a subscription that is first charged at the row's `nextChargeAt`. Idempotent, also when a file is uploaded again.
 */
export const importRow = (command: ImportRow, state: ImportRowState, ctx: DecisionContext): Decision<RowResult> => {
  const { row } = command;
  const referenceFault = referenceFaultOf(command, state);
  if (referenceFault !== null) return rejectRow(command, [referenceFault]);
  const makesSession = needsSession(command, state);
  const isNewCustomer = state.customerEntry === null;
  const faults = [...(makesSession ? planAndDateFaultsOf(row, { plan: state.plan, now: ctx.now }) : []), ...newVatFaultsOf(row, state)];
  if (faults.length > 0) return rejectRow(command, faults);
  const existing = state.customer?.record ?? null;
  if (makesSession && !isNewCustomer && (existing === null || isClosedToSales(existing) || existing.lockedBy !== null))
    return rejectRow(command, [CUSTOMER_DELETED]);
  const customer = isNewCustomer ? newCustomerOfRow(command, state, ctx) : existing;
  const customerId = customer?.id ?? state.customerEntry?.record.customerId ?? null;
  const newSession =
    makesSession && customer !== null && row.subscription !== null && state.plan !== null
      ? newSessionOfRow(command, row.subscription, state.plan, customer, ctx)
      : null;
  const session = newSession === null || state.session === null ? newSession : asReplacementOf(state.session.record, newSession);
  const createdCustomer = isNewCustomer || isCreatedByRow(state.customerEntry, command);
  const entry = subscriptionEntryOf(row, state);
  const existingSessionId = isCreatedByRow(entry, command) ? (entry?.record.sessionId ?? null) : null;
  const sessionId = session?.id ?? existingSessionId;
  return {
    ...decisionFor(command, state, { customer: isNewCustomer ? customer : null, customerId, session }, ctx),
    result: {
      row: row.row,
      outcome: createdCustomer || sessionId !== null ? 'imported' : 'unchanged',
      faults: [],
      customerId,
      createdCustomer,
      sessionId,
      referenceIds: allEntryIdsOf(row, ctx.ids),
    },
  };
};

/**
 * Records the import of the row's subscription: under its reference, or under its customer if it has no reference. For the customer's first
 * subscription with a reference, also writes a marker: an `unnamed_subscription` record without a session. The marker means that all
 * subscriptions of the customer have references.
 */
const subscriptionEntryChanges = (
  command: ImportRow,
  { subscriptionEntry, onlySubscriptionEntry }: ImportRowState,
  objectIds: { readonly customerId: string; readonly sessionId: string },
  ctx: DecisionContext,
): readonly Change[] => {
  const { subscription, onlySubscription } = entryIdsOf(command.row, ctx.ids);
  if (onlySubscription === null) return [];
  const entry = { id: onlySubscription, of: 'unnamed_subscription', ...objectIds } as const;
  if (subscription === null) return [entryChange(command, onlySubscriptionEntry, entry, ctx)];
  return [
    entryChange(command, subscriptionEntry, { id: subscription, of: 'subscription', ...objectIds }, ctx),
    ...(onlySubscriptionEntry === null ? [entryChange(command, null, { ...entry, sessionId: null }, ctx)] : []),
  ];
};

/** Objects of a row. `customer` and `session` are `null` unless the row creates them. */
interface RowObjects {
  readonly customer: Customer | null;
  /** Id of the created or existing customer. */
  readonly customerId: string | null;
  readonly session: CheckoutSession | null;
}

/** Guards of a session that replaces an expired one: the expired one and those that replaced it have not sold since they were loaded. */
const guardsOfReplacement = ({ id }: CheckoutSession, { session: expired, group }: ImportRowState): readonly Guard[] =>
  expired === null
    ? []
    : [
        { kind: 'unchanged', aggregate: checkoutSessionAggregate, stored: expired },
        { kind: 'claim', name: recoveryClaim(expired.record.id), owner: id, refusal: TRIED_AGAIN },
        ...(group === null ? [] : [{ kind: 'unclaimed' as const, name: group.claim, refusal: TRIED_AGAIN }]),
      ];

const decisionFor = (
  command: ImportRow,
  state: ImportRowState,
  { customer, customerId, session }: RowObjects,
  ctx: DecisionContext,
): Omit<Decision<RowResult>, 'result'> => {
  if (customerId === null || (customer === null && session === null)) return { changes: [], events: [] };
  const { row } = command;
  const ids = entryIdsOf(row, ctx.ids);
  const guards: readonly Guard[] = [
    ...(customer === null && state.customer !== null
      ? [{ kind: 'unchanged' as const, aggregate: customerAggregate, stored: state.customer }]
      : []),
    ...(session === null ? [] : guardsOfReplacement(session, state)),
  ];
  const customerChanges =
    customer === null
      ? []
      : [
          change(customerAggregate, null, customer),
          entryChange(command, state.customerEntry, { id: ids.customer, of: 'customer', customerId, sessionId: null }, ctx),
        ];
  const sessionChanges =
    session === null
      ? []
      : [
          change(checkoutSessionAggregate, null, session),
          ...subscriptionEntryChanges(command, state, { customerId, sessionId: session.id }, ctx),
        ];
  const audit = customer === null ? audited('checkout_session', 'created', session?.id ?? '') : audited('customer', 'created', customer.id);
  return {
    changes: [...customerChanges, ...sessionChanges],
    events: customer === null ? [] : [{ type: 'customer.created', subjectId: customer.id }],
    audit: {
      ...audit,
      metadata: { import_id: command.import.id, row: row.row, ...(session === null ? {} : { checkout_session_id: session.id }) },
    },
    guards,
  };
};
