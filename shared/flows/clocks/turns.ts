import type { Tenant } from '../../domain/tenant.ts';
import { type TestClock, testClockAggregate } from '../../domain/test-clock/record.ts';
import { ADVANCES_PER_ACCOUNT, accountsInOrder, MAX_CONCURRENT_ADVANCES, nextTickets, type Ticket } from '../../domain/test-clock/turns.ts';
import { logError } from '../../platform/log-lines.ts';
import type { StateMachinesPort } from '../../ports/index.ts';
import {
  acquirePlaces,
  deleteTicket,
  ensureTicket,
  forgetWaiting,
  type Places,
  placeHolder,
  readAdvanceQueue,
  readWaitingAccounts,
  releasePlaces,
  renewPlaces,
} from '../../store/runs/clock-places.ts';
import type { FlowDeps } from '../deps.ts';
import { advanceExecutionName } from '../due/execution-names.ts';
import { type Advance, advanceStep, type ClockStep } from './advance.ts';

export interface TurnDeps extends FlowDeps {
  readonly stateMachines: StateMachinesPort;
}

/**
 * An advance with an execution. `execution`: name of its state machine execution. `places`: its two leases, on a place of the account and
 * on a place of the deployment; `null`: not acquired yet.
 */
export interface AdvanceInTurn extends Advance {
  readonly execution: string;
  readonly places: Places | null;
}

export type StepInTurn = ClockStep & { readonly places: Places | null };

/**
 * Runs one step of an advance if it is the advance's turn (decision 0075). Otherwise ends the execution. The sweep, or another advance when
 * it ends, starts a new execution.
 */
export const advanceInTurn = async (deps: TurnDeps, tenant: Tenant, advance: AdvanceInTurn): Promise<StepInTurn> => {
  const { clockId, steps, places } = advance;
  const heldPlaces =
    places === null ? await takeTurn(deps, tenant, advance) : await renewPlaces(deps.store.table, tenant, places, deps.nowMs());
  if (heldPlaces === null) return { outcome: 'done', steps, places: null };
  const step = await advanceStep(deps, tenant, { clockId, steps });
  if (step.outcome !== 'done') return { ...step, places: heldPlaces };
  await endTurn(deps, tenant, clockId, heldPlaces);
  return { ...step, places: null };
};

/** Maximum attempts to acquire places: one more than the number of places, because another advance takes a place in each failed attempt. */
const MAX_TRIES = MAX_CONCURRENT_ADVANCES + ADVANCES_PER_ACCOUNT + 1;

/** Acquires the places of an advance if it is its turn; `null`: it is not its turn, or all places of the deployment are taken. */
const takeTurn = async (deps: TurnDeps, tenant: Tenant, { clockId, execution }: AdvanceInTurn): Promise<Places | null> => {
  const { table } = deps.store;
  const holder = placeHolder(clockId, execution);
  for (let tries = 0; tries < MAX_TRIES && (await isItsTurn(deps, tenant, clockId)); tries += 1) {
    const places = await acquirePlaces(table, tenant, holder, deps.nowMs());
    if (places === 'full') return null;
    if (places !== 'conflict') return places;
  }
  return null;
};

const loadClock = async ({ store }: FlowDeps, tenant: Tenant, clockId: string): Promise<TestClock | null> =>
  (await store.get(testClockAggregate, tenant, clockId))?.record ?? null;

/**
 * Returns true if an execution may continue the advance: no other execution does, and the account has room for it. If the advance must
 * wait, makes sure that it has a ticket, and deletes tickets of ended advances that are ahead of it.
 */
export const isItsTurn = async (deps: FlowDeps, tenant: Tenant, clockId: string): Promise<boolean> => {
  const { table } = deps.store;
  const queue = await readAdvanceQueue(table, tenant, deps.nowMs());
  if (queue.running.has(clockId)) return false;
  const next = nextTickets(queue);
  if (next.some((ticket) => ticket.clockId === clockId)) return true;
  for (const ticket of next) await deleteIfOver(deps, tenant, ticket);
  const startedAt = (await loadClock(deps, tenant, clockId))?.lastStepAt ?? null;
  if (startedAt === null || queue.tickets.some((ticket) => ticket.clockId === clockId)) return false;
  await ensureTicket(table, tenant, clockId, startedAt);
  return nextTickets(await readAdvanceQueue(table, tenant, deps.nowMs())).some((ticket) => ticket.clockId === clockId);
};

/** Deletes the ticket of an advance that has ended. */
const deleteIfOver = async (deps: FlowDeps, tenant: Tenant, ticket: Ticket): Promise<void> => {
  const target = (await loadClock(deps, tenant, ticket.clockId))?.targetTime ?? null;
  if (target === null) await deleteTicket(deps.store.table, tenant, ticket);
};

/** Ends an execution: deletes the ticket if the advance has ended, releases the places, and starts the next advances. */
const endTurn = async (deps: TurnDeps, tenant: Tenant, clockId: string, places: Places): Promise<void> => {
  const { table } = deps.store;
  const { tickets } = await readAdvanceQueue(table, tenant, deps.nowMs());
  // An execution also ends after its maximum number of steps; then the advance keeps its position in the queue.
  for (const ticket of tickets) if (ticket.clockId === clockId) await deleteIfOver(deps, tenant, ticket);
  await releasePlaces(table, tenant, places);
  try {
    await startNext(deps, tenant);
  } catch (error) {
    // The sweep finds the advances that wait.
    logError(error, { part: 'clock-turns', account: tenant.accountId, mode: tenant.mode });
  }
};

/** Starts the next advances of the account that has waited longest for a place of the deployment, and then those of `tenant`. */
const startNext = async (deps: TurnDeps, tenant: Tenant): Promise<void> => {
  const [first] = accountsInOrder(await readWaitingAccounts(deps.store.table), deps.nowMs());
  if (first !== undefined && first.accountId !== tenant.accountId) {
    const isStarted = await startNextOf(deps, { ...tenant, accountId: first.accountId });
    if (!isStarted) await forgetWaiting(deps.store.table, first);
  }
  await startNextOf(deps, tenant);
};

/** Starts the account's advances that are next in the queue; returns false if there are none. */
const startNextOf = async (deps: TurnDeps, tenant: Tenant): Promise<boolean> => {
  const next = nextTickets(await readAdvanceQueue(deps.store.table, tenant, deps.nowMs()));
  for (const { clockId } of next) await startAdvanceExecution(deps, tenant, clockId);
  return next.length > 0;
};

/** Starts an execution that continues the advance of a clock, if the clock is advancing. */
export const startAdvanceExecution = async (deps: TurnDeps, tenant: Tenant, clockId: string): Promise<void> => {
  const target = (await loadClock(deps, tenant, clockId))?.targetTime ?? null;
  if (target === null) return;
  await deps.stateMachines.start('clock-advance', advanceExecutionName(clockId, target, deps.nowMs()), { ...tenant, clockId });
};
