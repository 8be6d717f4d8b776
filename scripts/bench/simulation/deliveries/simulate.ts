import { endsEarly } from '../../../../shared/webhooks/deliver-accounts.ts';
import { newSimulation, newSlots, type Process, randomFrom, type Simulation, type Slots } from '../engine.ts';
import { type FairQueue, newFairQueue } from './fair-queue.ts';
import { DELIVERY_COSTS, type DeliverySettings, type DeliveryShape, ONE_PROCESSOR_MEGABYTES } from './settings.ts';

const LIMIT_MS = 86_400_000;

interface Account {
  readonly size: number;
  /** Deliveries that were not posted yet. */
  remaining: number;
  delivered: number;
  leased: boolean;
  inFlight: number;
  peakInFlight: number;
  /** When the first delivery reached the receiver; `null` if none has. */
  firstPostedMs: number | null;
}

/** Result of a simulation. Times are milliseconds after the due time of all deliveries. */
export interface DeliveryOutcome {
  readonly drainedMs: number;
  /** Deliveries per second while all slots are in use: until a slot remains free for the first time. */
  readonly perSecond: number;
  readonly executions: number;
  readonly peakExecutions: number;
  readonly accounts: readonly Readonly<Account>[];
}

interface World {
  readonly simulation: Simulation;
  readonly settings: DeliverySettings;
  readonly random: () => number;
  readonly queue: FairQueue;
  readonly accounts: readonly Account[];
  readonly slots: Slots;
  executions: number;
  posted: number;
  drainedMs: number;
  /** When a slot remained free for the first time, and the number of deliveries until then. */
  saturated: { readonly untilMs: number; readonly posted: number } | null;
}

/** An execution that serves several accounts. */
interface Execution {
  readonly processor: Slots;
  /** Whether it still starts requests. */
  readonly continues: () => boolean;
}

/** Uses the processor of an execution for `ms` of CPU time, which takes longer with less than one CPU. */
function* compute({ settings }: World, { processor }: Execution, ms: number): Process {
  yield processor.take;
  yield ms * Math.max(1, ONE_PROCESSOR_MEGABYTES / settings.memoryMegabytes);
  processor.release();
}

/** Records attempts while later deliveries are posted. `wait` lasts until all are recorded. */
const newRecorder = (world: World, account: Account, execution: Execution) => {
  let [running, resumeWaiting]: [number, () => void] = [0, () => undefined];
  function* record(): Process {
    yield* compute(world, execution, DELIVERY_COSTS.processorMs / 2);
    yield DELIVERY_COSTS.recordMs;
    account.delivered += 1;
  }
  return {
    start: (): void => {
      running += 1;
      world.simulation.start(record(), () => {
        running -= 1;
        if (running === 0) resumeWaiting();
      });
    },
    wait: (resume: () => void): void => {
      if (running === 0) resume();
      else resumeWaiting = resume;
    },
  };
};

/** Posts deliveries of an account one after the other, until none is left or the execution must end. */
function* post(world: World, account: Account, execution: Execution, startRecording: () => void): Process {
  const { simulation, settings, random } = world;
  while (account.remaining > 0 && execution.continues()) {
    account.remaining -= 1;
    account.inFlight += 1;
    account.peakInFlight = Math.max(account.peakInFlight, account.inFlight);
    yield* compute(world, execution, DELIVERY_COSTS.processorMs / 2);
    account.firstPostedMs ??= simulation.nowMs();
    yield settings.receiverMs * (0.8 + 0.4 * random());
    world.posted += 1;
    world.drainedMs = simulation.nowMs();
    account.inFlight -= 1;
    startRecording();
  }
}

/** Sends the deliveries of an account, unless another execution does. */
function* drain(world: World, accountIndex: number, execution: Execution): Process {
  const { simulation, settings, accounts, queue } = world;
  const account = accounts[accountIndex];
  if (account === undefined || account.leased) return yield DELIVERY_COSTS.heldMs;
  account.leased = true;
  yield DELIVERY_COSTS.startMs;
  const recorder = newRecorder(world, account, execution);
  yield simulation.concurrently(Array.from({ length: settings.inFlight }, () => post(world, account, execution, recorder.start)));
  yield recorder.wait;
  yield DELIVERY_COSTS.endMs;
  account.leased = false;
  if (account.remaining > 0) queue.send(accountIndex);
}

/** Runs an execution with these messages. It ends when all its accounts are served. */
function* execute(world: World, messages: readonly number[]): Process {
  const { simulation, settings } = world;
  yield DELIVERY_COSTS.receiveMs;
  const startedAtMs = simulation.nowMs();
  const accounts = new Set(messages);
  let active = accounts.size;
  const continues = (): boolean => {
    const ageMs = simulation.nowMs() - startedAtMs;
    return ageMs < settings.timeoutMs - settings.startMarginMs && !endsEarly({ accounts: accounts.size, active, ageMs });
  };
  const execution: Execution = { processor: newSlots(1), continues };
  function* serve(account: number): Process {
    yield* drain(world, account, execution);
    active -= 1;
  }
  yield simulation.concurrently([...accounts].map(serve));
  for (const account of messages) world.queue.remove(account);
}

/** Starts executions while there are messages and free slots. */
const dispatch = (world: World): void => {
  const { simulation, settings, slots, queue } = world;
  while (slots.tryTake()) {
    const messages = queue.receive(settings.batchSize);
    if (messages.length === 0) {
      world.saturated ??= { untilMs: simulation.nowMs(), posted: world.posted };
      slots.release();
      return;
    }
    world.executions += 1;
    simulation.start(execute(world, messages), () => {
      slots.release();
      dispatch(world);
    });
  }
};

const newAccount = (size: number): Account => ({
  size,
  remaining: size,
  delivered: 0,
  leased: false,
  inFlight: 0,
  peakInFlight: 0,
  firstPostedMs: null,
});

/** Sends every delivery of the shape. The same arguments give the same outcome. Throws if it takes more than a simulated day. */
export const simulateDeliveries = (shape: DeliveryShape, settings: DeliverySettings, seed: number): DeliveryOutcome => {
  const random = randomFrom(seed);
  const sizes = shape.flatMap(({ accounts, deliveries }) => Array.from({ length: accounts }, () => ({ deliveries, order: random() })));
  const accounts = sizes.sort((one, other) => one.order - other.order).map(({ deliveries }) => newAccount(deliveries));
  const simulation = newSimulation();
  const slots = newSlots(settings.concurrency);
  const counts = { executions: 0, posted: 0, drainedMs: 0, saturated: null };
  const world: World = { simulation, settings, random, queue: newFairQueue(), accounts, slots, ...counts };
  for (const [accountIndex, { size }] of accounts.entries())
    for (let announced = 0; announced < size; announced += settings.deliveriesPerWakeUp) world.queue.send(accountIndex);
  dispatch(world);
  simulation.run(LIMIT_MS);
  const { drainedMs, executions, posted, saturated } = world;
  const { untilMs, posted: count } = saturated !== null && saturated.untilMs > 0 ? saturated : { untilMs: drainedMs, posted };
  return { drainedMs, perSecond: (count * 1000) / untilMs, executions, peakExecutions: slots.peak(), accounts };
};
