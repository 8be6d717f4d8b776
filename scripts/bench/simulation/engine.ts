/** The next action of a process: wait a number of milliseconds, or until `resume` is called. */
export type Step = number | ((resume: () => void) => void);

/** Code that runs in simulated time; only its steps take time. */
export type Process<Result = void> = Generator<Step, Result, void>;

/** Runs processes in simulated time, in ms from 0. Steps at the same time run in the order of scheduling, so a run is deterministic. */
export interface Simulation {
  readonly nowMs: () => number;
  /** Starts a process at the current time; calls `ended` when it has ended. */
  readonly start: (process: Process, ended?: () => void) => void;
  /** Returns a step that starts processes concurrently and lasts until all have ended. */
  readonly concurrently: (processes: readonly Process[]) => Step;
  /** Runs all scheduled steps; throws if they take longer than `limitMs` in simulated time. */
  readonly run: (limitMs: number) => void;
}

interface ScheduledStep {
  readonly atMs: number;
  readonly order: number;
  readonly process: Process;
  readonly ended: () => void;
}

const isBefore = (one: ScheduledStep, other: ScheduledStep | undefined): boolean =>
  other === undefined || one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);

/** A priority queue of steps, earliest first, as a binary heap. */
const newStepQueue = () => {
  const heap: ScheduledStep[] = [];
  const add = (scheduledStep: ScheduledStep): void => {
    let index = heap.length;
    for (let parent = heap[(index - 1) >> 1]; parent !== undefined && isBefore(scheduledStep, parent); parent = heap[(index - 1) >> 1]) {
      heap[index] = parent;
      index = (index - 1) >> 1;
    }
    heap[index] = scheduledStep;
  };
  const sink = (scheduledStep: ScheduledStep): void => {
    let index = 0;
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
      const child = left === undefined || isBefore(left, right) ? left : right;
      if (child === undefined || isBefore(scheduledStep, child)) break;
      heap[index] = child;
      index = child === left ? 2 * index + 1 : 2 * index + 2;
    }
    heap[index] = scheduledStep;
  };
  const next = (): ScheduledStep | undefined => {
    const [first, last] = [heap[0], heap.pop()];
    if (last !== undefined && heap.length > 0) sink(last);
    return first;
  };
  return { add, next };
};

export const newSimulation = (): Simulation => {
  const stepQueue = newStepQueue();
  let [nowMs, order] = [0, 0];
  const schedule = (process: Process, inMs: number, ended: () => void): void => {
    order += 1;
    stepQueue.add({ atMs: nowMs + inMs, order, process, ended });
  };
  const start: Simulation['start'] = (process, ended = () => undefined) => schedule(process, 0, ended);
  const advance = ({ process, ended }: ScheduledStep): void => {
    const { done, value } = process.next();
    if (done === true) ended();
    else if (typeof value === 'number') schedule(process, value, ended);
    else value(() => schedule(process, 0, ended));
  };
  return {
    nowMs: () => nowMs,
    start,
    concurrently: (processes) => (resume) => {
      let remaining = processes.length;
      const ended = (): void => {
        remaining -= 1;
        if (remaining === 0) resume();
      };
      for (const process of processes) start(process, ended);
      if (remaining === 0) resume();
    },
    run: (limitMs) => {
      for (let scheduledStep = stepQueue.next(); scheduledStep !== undefined; scheduledStep = stepQueue.next()) {
        if (scheduledStep.atMs > limitMs) throw new Error(`not done within ${limitMs / 1000} simulated seconds`);
        nowMs = scheduledStep.atMs;
        advance(scheduledStep);
      }
    },
  };
};

/** Returns a random number generator for 0 (inclusive) to 1 (exclusive), deterministic by seed. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

/** A token bucket. */
export interface Bucket {
  /** Takes all units, or returns false and takes none. */
  readonly take: (units: number) => boolean;
  /** Returns units that were taken but not used. */
  readonly release: (units: number) => void;
}

export const newBucket = ({ nowMs }: Simulation, perSecond: number, burst: number): Bucket => {
  let [level, sinceMs] = [burst, nowMs()];
  return {
    take: (units) => {
      level = Math.min(burst, level + ((nowMs() - sinceMs) * perSecond) / 1000);
      sinceMs = nowMs();
      if (level < units) return false;
      level -= units;
      return true;
    },
    release: (units) => {
      level += units;
    },
  };
};

/** A semaphore. */
export interface Slots {
  /** Takes a slot, or returns false. */
  readonly tryTake: () => boolean;
  /** Waits for a slot, first come, first served. */
  readonly take: Step;
  readonly release: () => void;
  /** Returns the highest number of slots that were taken at the same time. */
  readonly peak: () => number;
}

export const newSlots = (count: number): Slots => {
  let [taken, peak] = [0, 0];
  const waiting: (() => void)[] = [];
  const tryTake = (): boolean => {
    if (taken >= count) return false;
    taken += 1;
    peak = Math.max(peak, taken);
    return true;
  };
  return {
    tryTake,
    take: (resume) => {
      if (tryTake()) resume();
      else waiting.push(resume);
    },
    release: () => {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    },
    peak: () => peak,
  };
};
