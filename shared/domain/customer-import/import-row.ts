import { type Change, change, type Stored } from '../aggregate.ts';
import { newCheckoutSession } from '../checkout-session/create.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../checkout-session/record.ts';
import { newCustomer } from '../customer/create.ts';
import { type Customer, customerAggregate, isClosedForSale } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext, type Guard, type IdSource } from '../decision.ts';
import { DAY_SECONDS } from '../periods.ts';
import { faultsOf, namingFault, type PlanPrice } from './check-row.ts';
import type { CustomerImport } from './record.ts';
import { type ImportedReference, importedReferenceAggregate, referenceIdOf } from './reference.ts';
import type { RowFault, RowResult, RowSubscription, UploadedRow } from './rows.ts';

export interface ImportRow {
  readonly import: CustomerImport;
  readonly row: UploadedRow;
  readonly hostedUrlOf: (sessionId: string) => string;
}

export interface ImportRowState {
  /** That the customer was imported before, and as whom; `null`: it was not. */
  readonly customerReference: Stored<ImportedReference> | null;
  readonly customer: Stored<Customer> | null;
  /** The same of the subscription that the row names; `null` also where it names none. */
  readonly namedReference: Stored<ImportedReference> | null;
  /** The same of the customer's subscription without a name. */
  readonly unnamedReference: Stored<ImportedReference> | null;
  /** In which the row's subscription waits. */
  readonly session: CheckoutSession | null;
  readonly plan: PlanPrice | null;
}

/** As long as a link in one of the service's own mails: people answer such a request late. */
const OPEN_SECONDS = 90 * DAY_SECONDS;

/** Whether this row made what the reference means, in a run before that broke off. */
const isOwn = (reference: Stored<ImportedReference> | null, command: ImportRow): boolean =>
  reference !== null && reference.record.importId === command.import.id && reference.record.row === command.row.row;

const faulty = ({ row }: ImportRow, faults: readonly RowFault[]): Decision<RowResult> => ({
  changes: [],
  events: [],
  result: { row: row.row, outcome: 'faulty', faults, customerId: null, createdCustomer: false, sessionId: null, referenceIds: [] },
});

const CUSTOMER_GONE: RowFault = { column: 'reference', message: 'belongs to a customer who was deleted.' };

/** By which the row's subscription is known. */
export const subscriptionReferenceOf = (
  { subscription }: UploadedRow,
  state: Pick<ImportRowState, 'namedReference' | 'unnamedReference'>,
) => (subscription?.reference == null ? state.unnamedReference : state.namedReference);

/** Whether a session has to be made for the row's subscription: there was none yet, or its time was up unpaid. */
const needsSession = ({ row }: ImportRow, state: ImportRowState): boolean =>
  row.subscription !== null && (subscriptionReferenceOf(row, state) === null || state.session?.status === 'expired');

const namingFaultOf = ({ row }: ImportRow, { customerReference, namedReference, unnamedReference }: ImportRowState): RowFault | null =>
  namingFault(row, {
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
  if (url === null) throw new Error(`${command.import.id} has plans, and leads nowhere`);
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
      openSeconds: OPEN_SECONDS,
      trialDaysOverride: null,
      firstChargeAt: subscription.nextChargeAt,
      discount: null,
      paymentMethod: null,
      metadata: metadataOf(subscription),
    },
  });
};

/** The ids by which what a row names is known as imported. */
export const referenceIdsOf = ({ reference, subscription }: UploadedRow, ids: Pick<IdSource, 'derived'>) => ({
  customer: referenceIdOf(ids, 'customer', reference),
  named: subscription?.reference == null ? null : referenceIdOf(ids, 'subscription', subscription.reference),
  unnamed: subscription === null ? null : referenceIdOf(ids, 'unnamed_subscription', reference),
});

/** All of them. */
export const allReferenceIdsOf = (row: UploadedRow, ids: Pick<IdSource, 'derived'>): readonly string[] =>
  Object.values(referenceIdsOf(row, ids)).filter((id) => id !== null);

/** Notes that something of the other system is here now. */
const noted = (
  command: ImportRow,
  stored: Stored<ImportedReference> | null,
  made: Pick<ImportedReference, 'id' | 'of' | 'customerId' | 'sessionId'>,
  ctx: DecisionContext,
) => {
  const record: ImportedReference = {
    created: stored?.record.created ?? ctx.now,
    importId: command.import.id,
    row: command.row.row,
    ...made,
  };
  return change(importedReferenceAggregate, stored, record);
};

/**
 * Imports one row: the customer unless it was imported before, and for its subscription a checkout session, in which the customer
 * authorises a payment method; paid, it begins a subscription that is first charged on the date of the row. Subscriptions begin in no
 * other way, and mandates cannot be imported [RENEW-02]. What the row names twice, or a file uploaded again, changes nothing.
 */
export const importRow = (command: ImportRow, state: ImportRowState, ctx: DecisionContext): Decision<RowResult> => {
  const { row } = command;
  const misnamed = namingFaultOf(command, state);
  if (misnamed !== null) return faulty(command, [misnamed]);
  const makesSession = needsSession(command, state);
  const faults = makesSession ? faultsOf(row, { plan: state.plan, now: ctx.now }) : [];
  if (faults.length > 0) return faulty(command, faults);
  const known = state.customer?.record ?? null;
  const isNew = state.customerReference === null;
  if (makesSession && !isNew && (known === null || isClosedForSale(known) || known.lockedBy !== null))
    return faulty(command, [CUSTOMER_GONE]);
  const customer = isNew ? customerOf(command, ctx) : known;
  const customerId = customer?.id ?? state.customerReference?.record.customerId ?? null;
  const session =
    makesSession && customer !== null && row.subscription !== null && state.plan !== null
      ? sessionOf(command, row.subscription, state.plan, customer, ctx)
      : null;
  const createdCustomer = isNew || isOwn(state.customerReference, command);
  const knownSubscription = subscriptionReferenceOf(row, state);
  const own = isOwn(knownSubscription, command) ? (knownSubscription?.record.sessionId ?? null) : null;
  const sessionId = session?.id ?? own;
  return {
    ...writesOf(command, state, { customer: isNew ? customer : null, customerId, session }, ctx),
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

/** Notes the row's subscription by its name, and with the first that has one, that those of its customer have names; or by its customer. */
const namesNoted = (
  command: ImportRow,
  { namedReference, unnamedReference }: ImportRowState,
  made: { readonly customerId: string; readonly sessionId: string },
  ctx: DecisionContext,
): readonly Change[] => {
  const { named, unnamed } = referenceIdsOf(command.row, ctx.ids);
  if (unnamed === null) return [];
  const ofUnnamed = { id: unnamed, of: 'unnamed_subscription', ...made } as const;
  if (named === null) return [noted(command, unnamedReference, ofUnnamed, ctx)];
  return [
    noted(command, namedReference, { id: named, of: 'subscription', ...made }, ctx),
    ...(unnamedReference === null ? [noted(command, null, { ...ofUnnamed, sessionId: null }, ctx)] : []),
  ];
};

/** What a row makes: `customer` and `session` where they are new. */
interface Made {
  readonly customer: Customer | null;
  readonly customerId: string | null;
  readonly session: CheckoutSession | null;
}

const writesOf = (
  command: ImportRow,
  state: ImportRowState,
  { customer, customerId, session }: Made,
  ctx: DecisionContext,
): Omit<Decision<RowResult>, 'result'> => {
  if (customerId === null || (customer === null && session === null)) return { changes: [], events: [] };
  const { row } = command;
  const ids = referenceIdsOf(row, ctx.ids);
  const unmoved: readonly Guard[] =
    customer === null && state.customer !== null ? [{ kind: 'unchanged', aggregate: customerAggregate, stored: state.customer }] : [];
  const ofCustomer =
    customer === null
      ? []
      : [
          change(customerAggregate, null, customer),
          noted(command, state.customerReference, { id: ids.customer, of: 'customer', customerId, sessionId: null }, ctx),
        ];
  const ofSession =
    session === null
      ? []
      : [change(checkoutSessionAggregate, null, session), ...namesNoted(command, state, { customerId, sessionId: session.id }, ctx)];
  const about = customer === null ? audited('checkout_session', 'created', session?.id ?? '') : audited('customer', 'created', customer.id);
  return {
    changes: [...ofCustomer, ...ofSession],
    events: customer === null ? [] : [{ type: 'customer.created', subjectId: customer.id }],
    audit: {
      ...about,
      metadata: { import_id: command.import.id, row: row.row, ...(session === null ? {} : { checkout_session_id: session.id }) },
    },
    guards: unmoved,
  };
};
