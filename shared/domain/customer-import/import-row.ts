import { type Change, change, type Stored } from '../aggregate.ts';
import { newCheckoutSession } from '../checkout-session/create.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../checkout-session/record.ts';
import { newCustomer } from '../customer/create.ts';
import { type Customer, customerAggregate, isClosedForSale } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext, type Guard, type IdSource } from '../decision.ts';
import { MAILED_LINK_DAYS } from '../limits.ts';
import { DAY_SECONDS } from '../periods.ts';
import { faultsOf, type PlanPrice, subscriptionReferenceFault } from './check-row.ts';
import type { CustomerImport } from './record.ts';
import { type ImportedReference, importedReferenceAggregate, referenceIdOf } from './reference.ts';
import type { RowFault, RowResult, RowSubscription, UploadedRow } from './rows.ts';

export interface ImportRow {
  readonly import: CustomerImport;
  readonly row: UploadedRow;
  readonly hostedUrlOf: (sessionId: string) => string;
}

export interface ImportRowState {
  /** Record of an earlier import of the customer; `null`: not imported. */
  readonly customerReference: Stored<ImportedReference> | null;
  readonly customer: Stored<Customer> | null;
  /** Record of an earlier import of the row's subscription reference; `null`: not imported, or the row has no subscription reference. */
  readonly namedReference: Stored<ImportedReference> | null;
  /** Record of the customer's imported subscription without a reference, or the marker of `recordSubscription`; `null`: neither. */
  readonly unnamedReference: Stored<ImportedReference> | null;
  /** The checkout session of an earlier import of the row's subscription. */
  readonly session: CheckoutSession | null;
  readonly plan: PlanPrice | null;
}

/** Lifetime of the checkout sessions, the same as of portal links in mails. */
const SESSION_SECONDS = MAILED_LINK_DAYS * DAY_SECONDS;

/** True when an earlier run of this row, which was interrupted, created the record. */
const isCreatedByRow = (reference: Stored<ImportedReference> | null, command: ImportRow): boolean =>
  reference !== null && reference.record.importId === command.import.id && reference.record.row === command.row.row;

const rejectRow = ({ row }: ImportRow, faults: readonly RowFault[]): Decision<RowResult> => ({
  changes: [],
  events: [],
  result: { row: row.row, outcome: 'faulty', faults, customerId: null, createdCustomer: false, sessionId: null, referenceIds: [] },
});

/** Also the fault of a customer who is being deleted. */
const CUSTOMER_DELETED: RowFault = { column: 'reference', message: 'belongs to a customer who was deleted.' };

/** The record of an earlier import of the row's subscription; `null`: not imported. */
export const subscriptionReferenceOf = (
  { subscription }: UploadedRow,
  state: Pick<ImportRowState, 'namedReference' | 'unnamedReference'>,
) => (subscription?.reference == null ? state.unnamedReference : state.namedReference);

/** True when the row's subscription needs a checkout session: it has no session yet, or its former session expired unpaid. */
const needsSession = ({ row }: ImportRow, state: ImportRowState): boolean =>
  row.subscription !== null && (subscriptionReferenceOf(row, state) === null || state.session?.status === 'expired');

const referenceFaultOf = ({ row }: ImportRow, { customerReference, namedReference, unnamedReference }: ImportRowState): RowFault | null =>
  subscriptionReferenceFault(row, {
    customerId: customerReference?.record.customerId ?? null,
    named: namedReference?.record ?? null,
    unnamed: unnamedReference?.record ?? null,
  });

const metadataOf = ({ reference, mandateReference }: RowSubscription): Record<string, string> => ({
  ...(reference === null ? {} : { import_subscription_reference: reference }),
  ...(mandateReference === null ? {} : { import_mandate_reference: mandateReference }),
});

const customerOf = ({ row }: ImportRow, ctx: DecisionContext): Customer =>
  newCustomer({ ...row.customer, metadata: { import_reference: row.reference } }, ctx);

const sessionOf = (
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

/** Ids of a row's `ImportedReference` records. `named` is `null` if the row has no subscription reference, `unnamed` if no subscription. */
export const referenceIdsOf = ({ reference, subscription }: UploadedRow, ids: Pick<IdSource, 'derived'>) => ({
  customer: referenceIdOf(ids, 'customer', reference),
  named: subscription?.reference == null ? null : referenceIdOf(ids, 'subscription', subscription.reference),
  unnamed: subscription === null ? null : referenceIdOf(ids, 'unnamed_subscription', reference),
});

/** The ids of `referenceIdsOf` that are not `null`. */
export const allReferenceIdsOf = (row: UploadedRow, ids: Pick<IdSource, 'derived'>): readonly string[] =>
  Object.values(referenceIdsOf(row, ids)).filter((id) => id !== null);

/** Builds the change that records the import of a customer or subscription. `stored`: the record of an earlier import. */
const recordReference = (
  command: ImportRow,
  stored: Stored<ImportedReference> | null,
  reference: Pick<ImportedReference, 'id' | 'of' | 'customerId' | 'sessionId'>,
  ctx: DecisionContext,
) => {
  const record: ImportedReference = {
    created: stored?.record.created ?? ctx.now,
    importId: command.import.id,
    row: command.row.row,
    ...reference,
  };
  return change(importedReferenceAggregate, stored, record);
};

/**
 * Imports one row. Creates the customer, unless an earlier import did, and a checkout session for the row's subscription. In this session
 * the customer authorizes a payment method, because mandates cannot be imported [RENEW-02]. The paid session starts a subscription that is
 * first charged at the row's `nextChargeAt`. Idempotent, also when a file is uploaded again.
 */
export const importRow = (command: ImportRow, state: ImportRowState, ctx: DecisionContext): Decision<RowResult> => {
  const { row } = command;
  const referenceFault = referenceFaultOf(command, state);
  if (referenceFault !== null) return rejectRow(command, [referenceFault]);
  const makesSession = needsSession(command, state);
  const faults = makesSession ? faultsOf(row, { plan: state.plan, now: ctx.now }) : [];
  if (faults.length > 0) return rejectRow(command, faults);
  const existing = state.customer?.record ?? null;
  const isNewCustomer = state.customerReference === null;
  if (makesSession && !isNewCustomer && (existing === null || isClosedForSale(existing) || existing.lockedBy !== null))
    return rejectRow(command, [CUSTOMER_DELETED]);
  const customer = isNewCustomer ? customerOf(command, ctx) : existing;
  const customerId = customer?.id ?? state.customerReference?.record.customerId ?? null;
  const session =
    makesSession && customer !== null && row.subscription !== null && state.plan !== null
      ? sessionOf(command, row.subscription, state.plan, customer, ctx)
      : null;
  const createdCustomer = isNewCustomer || isCreatedByRow(state.customerReference, command);
  const subscriptionReference = subscriptionReferenceOf(row, state);
  const existingSessionId = isCreatedByRow(subscriptionReference, command) ? (subscriptionReference?.record.sessionId ?? null) : null;
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
      referenceIds: allReferenceIdsOf(row, ctx.ids),
    },
  };
};

/**
 * Records the import of the row's subscription: under its reference, or under its customer if it has no reference. For the customer's first
 * subscription with a reference, also writes a marker: an `unnamed_subscription` record without a session. The marker means that all
 * subscriptions of the customer have references.
 */
const recordSubscription = (
  command: ImportRow,
  { namedReference, unnamedReference }: ImportRowState,
  objectIds: { readonly customerId: string; readonly sessionId: string },
  ctx: DecisionContext,
): readonly Change[] => {
  const { named, unnamed } = referenceIdsOf(command.row, ctx.ids);
  if (unnamed === null) return [];
  const unnamedEntry = { id: unnamed, of: 'unnamed_subscription', ...objectIds } as const;
  if (named === null) return [recordReference(command, unnamedReference, unnamedEntry, ctx)];
  return [
    recordReference(command, namedReference, { id: named, of: 'subscription', ...objectIds }, ctx),
    ...(unnamedReference === null ? [recordReference(command, null, { ...unnamedEntry, sessionId: null }, ctx)] : []),
  ];
};

/** Objects of a row. `customer` and `session` are `null` unless the row creates them. */
interface RowObjects {
  readonly customer: Customer | null;
  /** Id of the created or existing customer. */
  readonly customerId: string | null;
  readonly session: CheckoutSession | null;
}

const decisionFor = (
  command: ImportRow,
  state: ImportRowState,
  { customer, customerId, session }: RowObjects,
  ctx: DecisionContext,
): Omit<Decision<RowResult>, 'result'> => {
  if (customerId === null || (customer === null && session === null)) return { changes: [], events: [] };
  const { row } = command;
  const ids = referenceIdsOf(row, ctx.ids);
  const guards: readonly Guard[] =
    customer === null && state.customer !== null ? [{ kind: 'unchanged', aggregate: customerAggregate, stored: state.customer }] : [];
  const customerChanges =
    customer === null
      ? []
      : [
          change(customerAggregate, null, customer),
          recordReference(command, state.customerReference, { id: ids.customer, of: 'customer', customerId, sessionId: null }, ctx),
        ];
  const sessionChanges =
    session === null
      ? []
      : [
          change(checkoutSessionAggregate, null, session),
          ...recordSubscription(command, state, { customerId, sessionId: session.id }, ctx),
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
