import fc from 'fast-check';
import { refusalAnswer } from '../../../../shared/api/errors.ts';
import { confirmSale } from '../../../../shared/flows/checkout/confirm.ts';
import { chargeReauthorized, reauthorization } from '../../../../shared/flows/subscriptions/reauthorize.ts';
import { SYSTEM } from '../../../../shared/store/audit/entries.ts';
import type { Store } from '../../../../shared/store/writer/store.ts';
import { chargesIn } from '../../histories/books.ts';
import { notice, paymentsIn } from '../../histories/perform.ts';
import { storeWith } from '../../histories/stage.ts';
import type { Life } from '../life.ts';
import { defineAction } from './action.ts';
import { answerBy } from './bank.ts';
import { toWhatIsDue } from './time.ts';

/** Asks for a page on which another method is authorised; answers the code of a refusal. */
const askForPage = async ({ shop, subscriptionId }: Life): Promise<string | null> => {
  const { deps, tenant } = shop;
  const request = { subscriptionId, method: 'creditcard', returnUrl: 'https://shop.test/account' };
  const keep = async () => ({ status: 200, body: '', sealed: false });
  const by = { actor: SYSTEM, claim: null, resumes: null, keep, keepRefusal: refusalAnswer('req_1') };
  const said = await confirmSale({ deps, fresh: deps.store, tenant, sale: reauthorization(deps, tenant, request), by });
  return said.kind === 'refused' ? said.refusal.code : null;
};

/** A provider webhook, as it is processed. */
const callBack = async (life: Life, store: Store, paymentId: string): Promise<void> => {
  const { tenant, deps } = life.shop;
  const there = (await chargesIn(life)).find(({ webhookUrl }) => webhookUrl?.endsWith(`/${paymentId}`) === true);
  if (there === undefined) throw new Error('no page');
  await notice(life, store, there);
  await chargeReauthorized({ ...deps, store }, tenant, paymentId);
};

interface Given {
  readonly outcome: 'paid' | 'failed';
  /** Further provider webhooks. */
  readonly again: number;
  readonly dies: CallPlace | null;
}

interface CallPlace {
  readonly call: number;
  readonly when: 'before' | 'after';
}

const given: fc.Arbitrary<Given> = fc.record({
  outcome: fc.constantFrom('paid' as const, 'paid' as const, 'paid' as const, 'failed' as const),
  again: fc.constantFrom(0, 0, 2),
  dies: fc.option(fc.record({ call: fc.nat(60), when: fc.constantFrom('before' as const, 'after' as const) }), { freq: 3, nil: null }),
});

/** How many provider webhooks more it takes until all is heard of: of a charge whose answer is lost, and of one before that of whose outcome nothing was heard. */
const unheardOf = ({ model }: Life): number => (model.answersAreLost ? 1 : 0) + (model.isUnheard ? 2 : 0);

const authorise = async (life: Life, { outcome, again, dies }: Given): Promise<void> => {
  const { model, shop } = life;
  const code = await askForPage(life);
  const expected = model.status === 'canceled' && model.collection === null ? 'state_conflict' : null;
  if (code !== expected) throw new Error(`reauthorize answered ${code}, not ${expected}`);
  if (code !== null) return;
  const proof = (await paymentsIn(life)).findLast(({ type }) => type === 'setup');
  if (proof === undefined) throw new Error('no proof');
  await shop.sandbox.settle(String(proof.providerPaymentId), outcome);
  const owed = model.status === 'past_due' && !model.waits;
  if (dies !== null) {
    const dying = storeWith(life, new Map([[dies.call, { when: dies.when, what: 'kills' }]]));
    await callBack(life, dying, proof.id).catch(() => life.happened('reauthorization, killed'));
  }
  const calls = 1 + again + unheardOf(life);
  for (let call = 0; call < calls; call += 1) await callBack(life, shop.fixture.store, proof.id);
  if (outcome === 'paid') model.authorised();
  life.happened(`reauthorization ${outcome}${owed ? ' when past due' : ''}`);
};

/** The customer authorises another payment method. */
export const reauthorize = defineAction({ name: 'reauthorize', weight: 3, given, perform: authorise });

/** A renewal is declined, and the customer asked for another method: it is charged at once. */
export const declinedFirst = defineAction({
  name: 'declined, then reauthorize',
  weight: 1,
  given: fc.record({
    charges: fc.constantFrom('insufficient_funds' as const, 'card_expired' as const, 'mandate_gone' as const),
    later: fc.constantFrom('paid' as const, 'paid' as const, 'pending' as const, 'insufficient_funds' as const),
    given,
  }),
  perform: async (life, { charges, later, given: how }) => {
    await answerBy(life, charges);
    await toWhatIsDue(life);
    await answerBy(life, later);
    await authorise(life, how);
  },
});
