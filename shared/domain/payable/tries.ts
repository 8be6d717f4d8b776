import { REFUSED_PAYMENTS_PER_HOUR } from '../limits.ts';

/**
 * One payment as it counts against who makes it.
 * - `asked`: the provider is being asked, so that it may be refused; it counts as if it were.
 * - `waiting`: the buyer decides on the provider's page; it does not count.
 * - `refused`: it was refused.
 */
export interface Try {
  /** Of the payment. */
  readonly id: string;
  readonly state: 'asked' | 'waiting' | 'refused';
  /** Milliseconds of real time: when it was begun, or refused. */
  readonly atMs: number;
  /** The IP address that began it; `null`: not known. */
  readonly ip: string | null;
}

const HOUR_MS = 3_600_000;

/** Payments on the provider's page that are remembered for their IP address. */
const WAITING_MAX = 10;

const isRecent =
  (nowMs: number) =>
  ({ atMs }: Try): boolean =>
    nowMs - atMs < HOUR_MS;

const counts = ({ state }: Try): boolean => state !== 'waiting';

/** The tries of the last hour, oldest first, and no more than matter. */
const kept = (tries: readonly Try[], nowMs: number): readonly Try[] => {
  const recent = tries.filter(isRecent(nowMs)).sort((one, other) => one.atMs - other.atMs);
  const waiting = recent.filter((each) => !counts(each)).slice(-WAITING_MAX);
  const counted = recent.filter(counts).slice(-REFUSED_PAYMENTS_PER_HOUR);
  return [...waiting, ...counted];
};

/** Whole seconds until another payment may be tried; 0: now. Ten refused ones in the last hour are the most. */
export const secondsUntilTry = (tries: readonly Try[], nowMs: number): number => {
  const counted = kept(tries, nowMs).filter(counts);
  const [oldest] = counted;
  if (oldest === undefined || counted.length < REFUSED_PAYMENTS_PER_HOUR) return 0;
  return Math.ceil((oldest.atMs + HOUR_MS - nowMs) / 1000);
};

const without = (tries: readonly Try[], id: string): readonly Try[] => tries.filter((each) => each.id !== id);

/** Adds a payment that the provider is asked for; the same payment again changes nothing. `null`: it may not be tried now. */
export const asking = (tries: readonly Try[], { id, ip }: Pick<Try, 'id' | 'ip'>, nowMs: number): readonly Try[] | null => {
  const known = tries.find((each) => each.id === id);
  if (known !== undefined && counts(known)) return tries;
  return secondsUntilTry(tries, nowMs) > 0 ? null : kept([...without(tries, id), { id, state: 'asked', atMs: nowMs, ip }], nowMs);
};

/** The payment went to the provider's page, where the buyer decides. One that was refused in the meantime stays so. */
export const waiting = (tries: readonly Try[], { id, ip }: Pick<Try, 'id' | 'ip'>, nowMs: number): readonly Try[] =>
  tries.some((each) => each.id === id && each.state === 'refused')
    ? tries
    : kept([...without(tries, id), { id, state: 'waiting', atMs: nowMs, ip }], nowMs);

/** The payment was not refused: it counts no more. */
export const over = (tries: readonly Try[], id: string): readonly Try[] =>
  tries.some((each) => each.id === id && each.state !== 'refused') ? without(tries, id) : tries;

/** The payment was refused; reported again, nothing changes. */
export const refused = (tries: readonly Try[], id: string, nowMs: number): readonly Try[] => {
  const known = tries.find((each) => each.id === id);
  if (known?.state === 'refused') return tries;
  const atMs = known?.state === 'asked' ? known.atMs : nowMs;
  return kept([...without(tries, id), { id, state: 'refused', atMs, ip: known?.ip ?? null }], nowMs);
};
