import type { Dispute } from '../../../shared/domain/dispute/record.ts';
import type { Refund } from '../../../shared/domain/refund/record.ts';
import type { HistoryRecords } from './records.ts';

/** A rule for the records of a history. `isTrue`: whether the records follow the rule. */
export type Rule = readonly [name: string, isTrue: boolean];

/** Whether the refund has succeeded, even if its money came back later. */
export const hasSucceeded = ({ status, succeededAt }: Refund): boolean => status === 'succeeded' || succeededAt !== undefined;

/** Checks that each event type was emitted about the object once (`true`) or never (`false`). */
const emittedOnce = ({ events }: HistoryRecords, id: string, expectedTypes: Readonly<Record<string, boolean>>): readonly Rule[] => {
  const types = events.filter(({ data }) => data.id === id).map(({ type }) => type);
  return Object.entries(expectedTypes).map(
    ([type, once]): Rule => [`emits ${type} ${once ? 'once' : 'never'}`, types.filter((each) => each === type).length === (once ? 1 : 0)],
  );
};

/** Checks that the object's last event contains the current value of the field. */
const lastEventContains = ({ events }: HistoryRecords, id: string, field: string, value: unknown): Rule => {
  const last = events.findLast(({ data }) => data.id === id);
  return [`was last reported with its ${field}`, last === undefined || last.data[field] === value];
};

/** Checks that pauses and resumptions alternate, and that only usage invoices are created during a pause. */
export const pauseRules = ({ events, subscriptions }: HistoryRecords): readonly (readonly [id: string, rules: readonly Rule[]])[] =>
  subscriptions.map(({ id, pausedAt }) => {
    const eventKinds = events.flatMap(({ type, data }): readonly ('paused' | 'resumed' | 'billed')[] => {
      if (type === 'invoice.created' && data.subscription_id === id) return data.billing_reason === 'usage' ? [] : ['billed'];
      if (data.id !== id) return [];
      return type === 'subscription.paused' ? ['paused'] : type === 'subscription.resumed' ? ['resumed'] : [];
    });
    const eventSequence = eventKinds.join(' ');
    return [
      id,
      [
        ['is paused and resumed alternately', !/paused( billed)* paused|resumed( billed)* resumed|^(billed )*resumed/.test(eventSequence)],
        ['is not billed while it is paused', !eventSequence.includes('paused billed')],
        ['has the pause state of its events', (pausedAt !== null) === /paused( billed)*$/.test(eventSequence)],
      ],
    ];
  });

/** Checks the events about each object of the history. */
export const eventRules = (records: HistoryRecords): readonly (readonly [id: string, rules: readonly Rule[]])[] => [
  ...records.payments.map(({ id, status }) => [id, emittedOnce(records, id, { 'payment.succeeded': status === 'succeeded' })] as const),
  ...records.refunds.map(
    (refund) =>
      [
        refund.id,
        emittedOnce(records, refund.id, {
          'refund.created': true,
          'refund.succeeded': hasSucceeded(refund),
          'refund.failed': refund.status === 'failed',
        }),
      ] as const,
  ),
  ...records.invoices.map(
    ({ id, status }) =>
      [
        id,
        [
          ...emittedOnce(records, id, { 'invoice.created': true, 'invoice.paid': status === 'paid', 'invoice.voided': status === 'void' }),
          lastEventContains(records, id, 'status', status),
        ],
      ] as const,
  ),
  ...records.creditNotes.map(({ id }) => [id, emittedOnce(records, id, { 'credit_note.created': true })] as const),
  ...records.disputes.map(
    ({ id, status }: Dispute) => [id, emittedOnce(records, id, { 'dispute.created': true, 'dispute.closed': status === 'won' })] as const,
  ),
  ...records.sessions.map(
    ({ id, status }) => [id, emittedOnce(records, id, { 'checkout.session.completed': status === 'completed' })] as const,
  ),
  ...records.subscriptions.map(
    ({ id, status }) =>
      [
        id,
        [
          ...emittedOnce(records, id, { 'subscription.created': true, 'subscription.canceled': status === 'canceled' }),
          lastEventContains(records, id, 'status', status),
        ],
      ] as const,
  ),
  ...records.oneShots.map(
    ({ id, status, paymentId }) =>
      [
        id,
        emittedOnce(records, id, {
          'one_shot_payment.succeeded': status === 'succeeded' || status === 'refunded',
          // A full refund whose money came back can be repeated, which emits the event again.
          ...(records.refunds.some((refund) => refund.paymentId === paymentId && refund.succeededAt !== undefined)
            ? {}
            : { 'one_shot_payment.refunded': status === 'refunded' }),
        }),
      ] as const,
  ),
];
