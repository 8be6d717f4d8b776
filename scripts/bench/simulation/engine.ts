/** What a process does next: wait so many milliseconds, or until the function that it hands over is called. */
export type Step = number | ((resume: () => void) => void);

/** What runs in simulated time; only its steps pass time. */
export type Process<Result = void> = Generator<Step, Result, void>;

/** Simulated time in milliseconds, from 0. What is planned for the same moment happens in the order of planning: a run repeats exactly. */
export interface Simulation {
  readonly nowMs: () => number;
  readonly start: (process: Process, ended?: () => void) => void;
  /** Starts processes together; the step lasts until all have ended. */
  readonly together: (processes: readonly Process[]) => Step;
  /** Works everything that is planned; throws when that continues past `limitMs`. */
  readonly run: (limitMs: number) => void;
}

interface Planned {
  readonly atMs: number;
  readonly order: number;
  readonly process: Process;
  readonly ended: () => void;
}

const isBefore = (one: Planned, other: Planned | undefined): boolean =>
  other === undefined || one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);

/** A binary heap: the earliest comes out first. */
const newAgenda = () => {
  const heap: Planned[] = [];
  const add = (planned: Planned): void => {
    let index = heap.length;
    for (let parent = heap[(index - 1) >> 1]; parent !== undefined && isBefore(planned, parent); parent = heap[(index - 1) >> 1]) {
      heap[index] = parent;
      index = (index - 1) >> 1;
    }
    heap[index] = planned;
  };
  const sink = (planned: Planned): void => {
    let index = 0;
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
      const child = left === undefined || isBefore(left, right) ? left : right;
      if (child === undefined || isBefore(planned, child)) break;
      heap[index] = child;
      index = child === left ? 2 * index + 1 : 2 * index + 2;
    }
    heap[index] = planned;
  };
  const next = (): Planned | undefined => {
    const [first, last] = [heap[0], heap.pop()];
    if (last !== undefined && heap.length > 0) sink(last);
    return first;
  };
  return { add, next };
};

export const newSimulation = (): Simulation => {
  const agenda = newAgenda();
  let [nowMs, order] = [0, 0];
  const plan = (process: Process, inMs: number, ended: () => void): void => {
    order += 1;
    agenda.add({ atMs: nowMs + inMs, order, process, ended });
  };
  const start: Simulation['start'] = (process, ended = () => undefined) => plan(process, 0, ended);
  const advance = ({ process, ended }: Planned): void => {
    const { done, value } = process.next();
    if (done === true) ended();
    else if (typeof value === 'number') plan(process, value, ended);
    else value(() => plan(process, 0, ended));
  };
  return {
    nowMs: () => nowMs,
    start,
    together: (processes) => (resume) => {
      let left = processes.length;
      const ended = (): void => {
        left -= 1;
        if (left === 0) resume();
      };
      for (const process of processes) start(process, ended);
      if (left === 0) resume();
    },
    run: (limitMs) => {
      for (let planned = agenda.next(); planned !== undefined; planned = agenda.next()) {
        if (planned.atMs > limitMs) throw new Error(`not done within ${limitMs / 1000} simulated seconds`);
        nowMs = planned.atMs;
        advance(planned);
      }
    },
  };
};

/** Numbers from 0 to below 1, the same for the same seed. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

/** So many units a second, of which `burst` may be saved up. */
export interface Bucket {
  /** Takes them all, or answers false and takes none. */
  readonly take: (units: number) => boolean;
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

/** What only so many use at once. */
export interface Slots {
  /** Takes one, or answers false. */
  readonly tryTake: () => boolean;
  /** Waits for one: first come, first served. */
  readonly take: Step;
  readonly give: () => void;
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
    give: () => {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    },
    peak: () => peak,
  };
};
