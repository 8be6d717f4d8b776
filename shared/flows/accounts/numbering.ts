import {
  type ContinueNumbering,
  continueNumbering,
  DOCUMENT_SERIES,
  type NumberedDocument,
} from '../../domain/account/continue-numbering.ts';
import { accountAggregate } from '../../domain/account/record.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import { raiseSeriesItem, readSeriesPosition } from '../../store/core/series.ts';
import type { Store } from '../../store/writer/store.ts';
import { OPERATOR } from './operator.ts';

/** Returns the last used invoice and credit note numbers of a mode; 0: none. */
export const loadNumbering = async (store: Store, tenant: Tenant): Promise<Readonly<Record<NumberedDocument, number>>> => {
  const readPosition = (document: NumberedDocument) => readSeriesPosition(store.table, tenant, DOCUMENT_SERIES[document]);
  const [invoice, creditNote] = await Promise.all([readPosition('invoice'), readPosition('credit_note')]);
  return { invoice, credit_note: creditNote };
};

/** Raises the last used invoice or credit note number of a mode: numbering continues after it. May return a refusal. For operators only. */
export const continueNumberingOf = async (
  store: Store,
  accountId: string,
  mode: Mode,
  command: ContinueNumbering,
): Promise<Refusal | null> => {
  const tenant: Tenant = { accountId, mode };
  const series = DOCUMENT_SERIES[command.document];
  const outcome = await store.run({
    tenant,
    actor: OPERATOR,
    load: async () => {
      const [account, position] = await Promise.all([
        // The record of an account is stored in live mode.
        store.get(accountAggregate, { accountId, mode: 'live' }, accountId),
        readSeriesPosition(store.table, tenant, series),
      ]);
      return { accountExists: account !== null, position };
    },
    nowOf: () => null,
    decide: (state, context) => continueNumbering(command, state, context),
    // A document that takes a number at the same time makes this write fail; the command is then decided again.
    extraWrites: ({ from, to }) => (from === to ? [] : [raiseSeriesItem(tenant, series, { from, to })]),
  });
  if (outcome.kind === 'key_taken') throw new Error('Unexpected idempotency conflict: operators use no idempotency keys.');
  return outcome.kind === 'refused' ? outcome.refusal : null;
};
