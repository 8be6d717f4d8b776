import type { Tenant } from '../../../shared/domain/tenant.ts';
import type { FlowDeps } from '../../../shared/flows/deps.ts';
import { settleRenewals } from '../../../shared/flows/payments/settle/renewal.ts';
import {
  chargeStep,
  type Iteration,
  type PaymentProgress,
  prepareAhead,
  prepareStep,
  settleStep,
} from '../../../shared/flows/renewals/billing-run.ts';
import { type ChargeResult, chargeBatch } from '../../../shared/flows/renewals/charges.ts';
import { type Charge, prepareRenewals } from '../../../shared/flows/renewals/prepare.ts';
import type { BillingRun, RunState } from '../../../shared/flows/renewals/run-state.ts';
import type { BillingRunDeps } from '../../../shared/flows/renewals/starts.ts';
import { recordingPorts } from '../support.ts';

/** Starts a renewal attempt of the subscription; fails if nothing is charged. */
export const prepareOneRenewal = async (deps: FlowDeps, tenant: Tenant, subscriptionId: string): Promise<Charge> => {
  const [charge] = await prepareRenewals(deps, tenant, [subscriptionId], []);
  if (charge === undefined) throw new Error(`Nothing is charged for ${subscriptionId}.`);
  return charge;
};

/** Makes the charge at the provider without applying its result. */
export const chargeOnce = async (deps: FlowDeps, tenant: Tenant, charge: Charge): Promise<ChargeResult> => {
  const [charged] = await chargeBatch(deps, tenant, [charge], 1);
  if (charged === undefined) throw new Error('The result of the charge is missing.');
  return charged.result;
};

/** Applies the result of a charge; results without an outcome are ignored. */
export const settleCharge = async (deps: FlowDeps, tenant: Tenant, { paymentId }: Charge, result: ChargeResult): Promise<void> => {
  if (result.kind !== 'payment' && result.kind !== 'refused') return;
  for (const settled of (await settleRenewals(deps, tenant, new Map([[paymentId, result]]))).values())
    if (settled instanceof Error) throw settled;
};

/** Hooks before the steps of a billing run. */
export interface RunWatch {
  readonly before?: (step: 'prepare' | 'charge' | 'settle' | 'wait', state: RunState | BillingRun) => Promise<void> | void;
}

const MAX_STEPS = 500;

/**
 * Executes the state machine of a billing run: charges the batches of an iteration and prepares the next iteration concurrently. Calls
 * `watch` before each step, and does not wait in the step `wait`.
 */
export const runThrough = async (
  flowDeps: FlowDeps & Partial<BillingRunDeps>,
  run: BillingRun,
  chargesAtOnce: number,
  watch: RunWatch = {},
): Promise<RunState> => {
  const deps: BillingRunDeps = { ...recordingPorts().ports, ...flowDeps };
  const settings = { chargesAtOnce };
  await watch.before?.('prepare', run);
  let state = await prepareStep(deps, asJson(run), settings);
  for (let step = 0; step < MAX_STEPS && state.next !== 'done'; step += 1) {
    if (state.next === 'charge') {
      await watch.before?.('charge', state);
      // `shares` is the stored name of the batches.
      const { accountId, mode, shares } = state;
      // The state machine continues without the results of a failed step.
      const [answers, ahead] = await Promise.all([
        Promise.all(
          shares.map((batch) => orElse<readonly PaymentProgress[]>([], () => chargeStep(deps, asJson({ accountId, mode, ...batch })))),
        ),
        orElse<Iteration['ahead']>({ kind: 'failed' }, () => prepareAhead(deps, asJson(state))),
      ]);
      await watch.before?.('settle', state);
      state = await settleStep(deps, asJson({ ...state, iteration: { answers, ahead } }), settings);
    } else {
      if (state.next === 'wait') await watch.before?.('wait', state);
      await watch.before?.('prepare', state);
      state = await prepareStep(deps, asJson(state), settings);
    }
  }
  if (state.next !== 'done') throw new Error(`The run did not end within ${MAX_STEPS} steps.`);
  return state;
};

/** Returns the result of a step, or `fallback` if the step fails. */
const orElse = async <T>(fallback: T, step: () => Promise<T>): Promise<T> => {
  try {
    return asJson(await step());
  } catch {
    return fallback;
  }
};

/** Serializes a value like Step Functions does between steps. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));
