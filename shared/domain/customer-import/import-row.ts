import { newCheckoutSession } from '../checkout-session/create.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../checkout-session/record.ts';
import { newCustomer } from '../customer/create.ts';
import { type Customer, customerAggregate, isClosedForSale } from '../customer/record.ts';
import { audited } from '../decisions.ts';
import { change, type Decision, type DecisionContext, type Guard, type Stored } from '../kernel.ts';
import { DAY_SECONDS } from '../periods.ts';
import { faultsOf, type PlanPrice } from './check-row.ts';
import type { CustomerImport } from './record.ts';
import { type ImportedReference, importedReferenceAggregate, referenceIdOf } from './reference.ts';
import { type RowFault, type RowResult, type RowSubscription, subscriptionReferenceOf, type UploadedRow } from './rows.ts';

export interface ImportRow {
  readonly import: CustomerImport;
  readonly row: UploadedRow;
  readonly hostedUrlOf: (sessionId: string) => string;
}

export interface ImportRowState {
  /** That the customer was imported before, and as whom; `null`: it was not. */
  readonly customerReference: Stored<ImportedReference> | null;
  readonly customer: Stored<Customer> | null;
  /** The same of the subscription, with the session that it waits in. */
  readonly subscriptionReference: Stored<ImportedReference> | null;
  readonly session: CheckoutSession | null;
  readonly plan: PlanPrice | null;
}

/** As long as a link in one of the service's own mails: people answer such a request late. */
const OPEN_SECONDS = 90 * DAY_SECONDS;

/** Whether this row made what the reference stands for, in a run before that broke off. */
const isOwn = (reference: Stored<ImportedReference> | null, command: ImportRow): boolean =>
  reference !== null && reference.record.importId === command.import.id && reference.record.row === command.row.row;

const faulty = ({ row }: ImportRow, faults: readonly RowFault[]): Decision<RowResult> => ({
  changes: [],
  events: [],
  result: { row: row.row, outcome: 'faulty', faults, customerId: null, createdCustomer: false, sessionId: null, referenceIds: [] },
});

const CUSTOMER_GONE: RowFault = { column: 'reference', message: 'stands for a customer who was deleted.' };

/** Whether a session has to be made for the row's subscription: there was none yet, or its time was up unpaid. */
const needsSession = ({ row }: ImportRow, { subscriptionReference, session }: ImportRowState): boolean =>
  row.subscription !== null && (subscriptionReference === null || session?.status === 'expired');

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

const referenceIdsOf = (row: UploadedRow, { ids }: DecisionContext): readonly string[] => [
  referenceIdOf(ids, 'customer', row.reference),
  ...(row.subscription === null ? [] : [referenceIdOf(ids, 'subscription', subscriptionReferenceOf(row))]),
];

/** Notes that something of the other system is here now. */
const noted = (
  command: ImportRow,
  stored: Stored<ImportedReference> | null,
  made: Pick<ImportedReference, 'of' | 'customerId' | 'sessionId'> & { readonly reference: string },
  ctx: DecisionContext,
) => {
  const { reference, ...rest } = made;
  const record: ImportedReference = {
    id: referenceIdOf(ctx.ids, rest.of, reference),
    created: stored?.record.created ?? ctx.now,
    importId: command.import.id,
    row: command.row.row,
    ...rest,
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
  const own = isOwn(state.subscriptionReference, command) ? (state.subscriptionReference?.record.sessionId ?? null) : null;
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
      referenceIds: referenceIdsOf(row, ctx),
    },
  };
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
  const unmoved: readonly Guard[] =
    customer === null && state.customer !== null ? [{ kind: 'unchanged', aggregate: customerAggregate, stored: state.customer }] : [];
  const ofCustomer =
    customer === null
      ? []
      : [
          change(customerAggregate, null, customer),
          noted(command, state.customerReference, { of: 'customer', customerId, sessionId: null, reference: row.reference }, ctx),
        ];
  const ofSession =
    session === null
      ? []
      : [
          change(checkoutSessionAggregate, null, session),
          noted(
            command,
            state.subscriptionReference,
            { of: 'subscription', customerId, sessionId: session.id, reference: subscriptionReferenceOf(row) },
            ctx,
          ),
        ];
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
