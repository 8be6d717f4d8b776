import { REFUSED_PAYMENTS_PER_HOUR } from '../limits.ts';

/**
 * One payment attempt as it counts against its owner. `asked`: sent to the provider, counted as refused until known. `waiting`: the buyer
 * is on the provider's page, not counted. `refused`: counted.
 */
export interface Try {
  /** Of the payment. */
  readonly id: string;
  readonly state: 'asked' | 'waiting' | 'refused';
  /** Time of its start or refusal, milliseconds of real time. */
  readonly atMs: number;
  /** IP address of the buyer; `null`: unknown. */
  readonly ip: string | null;
}

const HOUR_MS = 3_600_000;

/** Number of waiting payments whose IP address is remembered. */
const WAITING_MAX = 10;

const isRecent =
  (nowMs: number) =>
  ({ atMs }: Try): boolean =>
    nowMs - atMs < HOUR_MS;

const counts = ({ state }: Try): boolean => state !== 'waiting';

/** The relevant tries of the last hour, oldest first. */
const kept = (tries: readonly Try[], nowMs: number): readonly Try[] => {
  const recent = tries.filter(isRecent(nowMs)).sort((one, other) => one.atMs - other.atMs);
  const waiting = recent.filter((each) => !counts(each)).slice(-WAITING_MAX);
  const counted = recent.filter(counts).slice(-REFUSED_PAYMENTS_PER_HOUR);
  return [...waiting, ...counted];
};

/** Whole seconds until another payment is allowed; 0: now. At most ten refused payments per hour. */
export const secondsUntilTry = (tries: readonly Try[], nowMs: number): number => {
  const counted = kept(tries, nowMs).filter(counts);
  const [oldest] = counted;
  if (oldest === undefined || counted.length < REFUSED_PAYMENTS_PER_HOUR) return 0;
  return Math.ceil((oldest.atMs + HOUR_MS - nowMs) / 1000);
};

const without = (tries: readonly Try[], id: string): readonly Try[] => tries.filter((each) => each.id !== id);

/** Adds a payment that is sent to the provider; adding it again changes nothing. `null`: not allowed now. */
export const asking = (tries: readonly Try[], { id, ip }: Pick<Try, 'id' | 'ip'>, nowMs: number): readonly Try[] | null => {
  const known = tries.find((each) => each.id === id);
  if (known !== undefined && counts(known)) return tries;
  return secondsUntilTry(tries, nowMs) > 0 ? null : kept([...without(tries, id), { id, state: 'asked', atMs: nowMs, ip }], nowMs);
};

/** Marks a payment as waiting for the buyer on the provider's page. A refused one stays refused. */
export const waiting = (tries: readonly Try[], { id, ip }: Pick<Try, 'id' | 'ip'>, nowMs: number): readonly Try[] =>
  tries.some((each) => each.id === id && each.state === 'refused')
    ? tries
    : kept([...without(tries, id), { id, state: 'waiting', atMs: nowMs, ip }], nowMs);

/** Removes a payment that was not refused. */
export const over = (tries: readonly Try[], id: string): readonly Try[] =>
  tries.some((each) => each.id === id && each.state !== 'refused') ? without(tries, id) : tries;

/** Marks a payment as refused. Idempotent. */
export const refused = (tries: readonly Try[], id: string, nowMs: number): readonly Try[] => {
  const known = tries.find((each) => each.id === id);
  if (known?.state === 'refused') return tries;
  const atMs = known?.state === 'asked' ? known.atMs : nowMs;
  return kept([...without(tries, id), { id, state: 'refused', atMs, ip: known?.ip ?? null }], nowMs);
};
