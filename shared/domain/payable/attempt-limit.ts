import { REFUSED_PAYMENTS_PER_HOUR } from '../limits.ts';

/**
 * One payment attempt for the rate limit of a payable or customer. `asked`: sent to the provider, counted as refused until its outcome is
 * known. `waiting`: the buyer is on the provider's page; not counted. `refused`: counted.
 */
export interface LimitedAttempt {
  /** Id of the payment. */
  readonly id: string;
  readonly state: 'asked' | 'waiting' | 'refused';
  /** Time of its start or refusal, milliseconds of real time. */
  readonly atMs: number;
  /** IP address of the buyer; `null`: unknown. */
  readonly ip: string | null;
}

const HOUR_MS = 3_600_000;

/** Maximum number of stored waiting payments. */
const WAITING_MAX = 10;

const isRecent =
  (nowMs: number) =>
  ({ atMs }: LimitedAttempt): boolean =>
    nowMs - atMs < HOUR_MS;

const isCounted = ({ state }: LimitedAttempt): boolean => state !== 'waiting';

/** The attempts of the last hour, limited in number: waiting attempts first, then counted attempts, each oldest first. */
const relevantAttempts = (tries: readonly LimitedAttempt[], nowMs: number): readonly LimitedAttempt[] => {
  const recent = tries.filter(isRecent(nowMs)).sort((one, other) => one.atMs - other.atMs);
  const waiting = recent.filter((each) => !isCounted(each)).slice(-WAITING_MAX);
  const counted = recent.filter(isCounted).slice(-REFUSED_PAYMENTS_PER_HOUR);
  return [...waiting, ...counted];
};

/** Whole seconds until another payment is allowed; 0: now. Allows `REFUSED_PAYMENTS_PER_HOUR` refused payments per hour. */
export const secondsUntilAllowed = (tries: readonly LimitedAttempt[], nowMs: number): number => {
  const counted = relevantAttempts(tries, nowMs).filter(isCounted);
  const [oldest] = counted;
  if (oldest === undefined || counted.length < REFUSED_PAYMENTS_PER_HOUR) return 0;
  return Math.ceil((oldest.atMs + HOUR_MS - nowMs) / 1000);
};

const without = (tries: readonly LimitedAttempt[], id: string): readonly LimitedAttempt[] => tries.filter((each) => each.id !== id);

/** Adds a payment that is sent to the provider. Idempotent. `null`: refused by the rate limit. */
export const withSentAttempt = (
  tries: readonly LimitedAttempt[],
  { id, ip }: Pick<LimitedAttempt, 'id' | 'ip'>,
  nowMs: number,
): readonly LimitedAttempt[] | null => {
  const existing = tries.find((each) => each.id === id);
  if (existing !== undefined && isCounted(existing)) return tries;
  return secondsUntilAllowed(tries, nowMs) > 0
    ? null
    : relevantAttempts([...without(tries, id), { id, state: 'asked', atMs: nowMs, ip }], nowMs);
};

/** Marks a payment as waiting for the buyer on the provider's page. A refused payment stays refused. */
export const withWaitingAttempt = (
  tries: readonly LimitedAttempt[],
  { id, ip }: Pick<LimitedAttempt, 'id' | 'ip'>,
  nowMs: number,
): readonly LimitedAttempt[] =>
  tries.some((each) => each.id === id && each.state === 'refused')
    ? tries
    : relevantAttempts([...without(tries, id), { id, state: 'waiting', atMs: nowMs, ip }], nowMs);

/** Removes a payment, unless it was refused. */
export const withoutAttempt = (tries: readonly LimitedAttempt[], id: string): readonly LimitedAttempt[] =>
  tries.some((each) => each.id === id && each.state !== 'refused') ? without(tries, id) : tries;

/** Marks a payment as refused. Idempotent. */
export const withRefusedAttempt = (tries: readonly LimitedAttempt[], id: string, nowMs: number): readonly LimitedAttempt[] => {
  const existing = tries.find((each) => each.id === id);
  if (existing?.state === 'refused') return tries;
  const atMs = existing?.state === 'asked' ? existing.atMs : nowMs;
  return relevantAttempts([...without(tries, id), { id, state: 'refused', atMs, ip: existing?.ip ?? null }], nowMs);
};
