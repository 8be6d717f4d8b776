import { REFUSED_PAYMENTS_PER_HOUR } from '../limits.ts';

/**
 * One payment attempt, as stored for the rate limit of a payable (checkout session or one-off payment) or of a customer. `asked` (stored
 * name): the payment was sent to the provider; it counts towards the limit until its outcome is known. `waiting`: the buyer is on the
 * provider's page; the payment does not count towards the limit. `refused`: the payment counts towards the limit.
 */
export interface LimitedAttempt {
  /** Id of the payment. */
  readonly id: string;
  readonly state: 'asked' | 'waiting' | 'refused';
  /** When the attempt entered its state, in milliseconds of real time. An `asked` attempt that is refused keeps its time. */
  readonly atMs: number;
  /** IP address of the buyer; `null`: unknown. */
  readonly ip: string | null;
}

const HOUR_MS = 3_600_000;

/** Maximum number of stored payments in the state `waiting`. */
const WAITING_MAX = 10;

const isRecent =
  (nowMs: number) =>
  ({ atMs }: LimitedAttempt): boolean =>
    nowMs - atMs < HOUR_MS;

const isCounted = ({ state }: LimitedAttempt): boolean => state !== 'waiting';

/** The latest attempts of the last hour: first the waiting ones, then the counted ones (`asked` or `refused`), both oldest first. */
const relevantAttempts = (attempts: readonly LimitedAttempt[], nowMs: number): readonly LimitedAttempt[] => {
  const recent = attempts.filter(isRecent(nowMs)).sort((one, other) => one.atMs - other.atMs);
  const waiting = recent.filter((attempt) => !isCounted(attempt)).slice(-WAITING_MAX);
  const counted = recent.filter(isCounted).slice(-REFUSED_PAYMENTS_PER_HOUR);
  return [...waiting, ...counted];
};

/** Whole seconds until another payment is allowed; 0: now. Allows `REFUSED_PAYMENTS_PER_HOUR` refused payments per hour. */
export const secondsUntilAllowed = (attempts: readonly LimitedAttempt[], nowMs: number): number => {
  const counted = relevantAttempts(attempts, nowMs).filter(isCounted);
  const [oldest] = counted;
  if (oldest === undefined || counted.length < REFUSED_PAYMENTS_PER_HOUR) return 0;
  return Math.ceil((oldest.atMs + HOUR_MS - nowMs) / 1000);
};

const without = (attempts: readonly LimitedAttempt[], id: string): readonly LimitedAttempt[] => attempts.filter((each) => each.id !== id);

/** Adds a payment that is sent to the provider, in the state `asked`. Idempotent. `null`: refused by the rate limit. */
export const withSentAttempt = (
  attempts: readonly LimitedAttempt[],
  { id, ip }: Pick<LimitedAttempt, 'id' | 'ip'>,
  nowMs: number,
): readonly LimitedAttempt[] | null => {
  const existing = attempts.find((each) => each.id === id);
  if (existing !== undefined && isCounted(existing)) return attempts;
  return secondsUntilAllowed(attempts, nowMs) > 0
    ? null
    : relevantAttempts([...without(attempts, id), { id, state: 'asked', atMs: nowMs, ip }], nowMs);
};

/** Marks a payment as waiting for the buyer on the provider's page. A refused payment stays refused. */
export const withWaitingAttempt = (
  attempts: readonly LimitedAttempt[],
  { id, ip }: Pick<LimitedAttempt, 'id' | 'ip'>,
  nowMs: number,
): readonly LimitedAttempt[] =>
  attempts.some((each) => each.id === id && each.state === 'refused')
    ? attempts
    : relevantAttempts([...without(attempts, id), { id, state: 'waiting', atMs: nowMs, ip }], nowMs);

/** Removes a payment, unless it was refused. */
export const withoutAttempt = (attempts: readonly LimitedAttempt[], id: string): readonly LimitedAttempt[] =>
  attempts.some((each) => each.id === id && each.state !== 'refused') ? without(attempts, id) : attempts;

/** Marks a payment as refused. Idempotent. */
export const withRefusedAttempt = (attempts: readonly LimitedAttempt[], id: string, nowMs: number): readonly LimitedAttempt[] => {
  const existing = attempts.find((each) => each.id === id);
  if (existing?.state === 'refused') return attempts;
  const atMs = existing?.state === 'asked' ? existing.atMs : nowMs;
  return relevantAttempts([...without(attempts, id), { id, state: 'refused', atMs, ip: existing?.ip ?? null }], nowMs);
};
