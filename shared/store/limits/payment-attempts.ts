import {
  type LimitedAttempt,
  secondsUntilAllowed,
  withoutAttempt,
  withRefusedAttempt,
  withSentAttempt,
  withWaitingAttempt,
} from '../../domain/payable/attempt-limit.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { Busy } from '../core/busy.ts';
import { limitKey } from '../core/keys.ts';
import { conditionFailure, type Table } from '../core/table.ts';

/** Whose payment attempts are counted. `subjectId`: a checkout session, a one-off payment or a customer. */
export interface AttemptSubject {
  readonly tenant: Tenant;
  readonly subjectId: string;
}

/** The stored payment attempts of one subject. */
export interface StoredAttempts {
  /** The attempts; `tries` is the name of the stored attribute. */
  readonly tries: readonly LimitedAttempt[];
  /** Version of the item; 0 if there is none. */
  readonly version: number;
}

const keyOfAttempts = ({ tenant, subjectId }: AttemptSubject) => limitKey(tenant, `${subjectId}#tries`);

/** Reads the attempts. One small read. */
export const readAttempts = async (table: Table, subject: AttemptSubject): Promise<StoredAttempts> => {
  const item = await table.get(keyOfAttempts(subject));
  return { tries: (item?.tries ?? []) as readonly LimitedAttempt[], version: Number(item?.v ?? 0) };
};

/** Longer than the hour for which an attempt counts. */
const TTL_SECONDS = 2 * 3600;

/**
 * Limit of rounds, each a read and a conditional write. In each round at least one of the concurrent writers succeeds. Once ten attempts
 * are counted, the start of another one writes nothing, so a writer needs few rounds.
 */
const MAX_ROUNDS = 50;

/** `before`: the attempts before a change; `stored`: the attempts after the change, with their version. */
interface ChangedAttempts {
  readonly before: readonly LimitedAttempt[];
  readonly stored: StoredAttempts;
}

/**
 * Replaces the attempts by the result of `next`, which returns `null` to change nothing. Retries after concurrent changes. `previous`: the
 * attempts as just read; `null`: the function reads them first.
 */
const changeAttempts = async (
  table: Table,
  subject: AttemptSubject,
  nowMs: number,
  previous: StoredAttempts | null,
  next: (tries: readonly LimitedAttempt[]) => readonly LimitedAttempt[] | null,
): Promise<ChangedAttempts> => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const stored = round === 0 && previous !== null ? previous : await readAttempts(table, subject);
    const { tries, version } = stored;
    const after = next(tries);
    if (after === null || after === tries) return { before: tries, stored };
    try {
      await table.update({
        Key: keyOfAttempts(subject),
        UpdateExpression: 'SET tries = :tries, v = :next, #ttl = :ttl',
        ConditionExpression: version === 0 ? 'attribute_not_exists(v)' : 'v = :version',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':tries': after,
          ':next': version + 1,
          ':ttl': Math.ceil(nowMs / 1000) + TTL_SECONDS,
          ...(version === 0 ? {} : { ':version': version }),
        },
      });
      return { before: tries, stored: { tries: after, version: version + 1 } };
    } catch (error) {
      if (conditionFailure(error) === null) throw error;
    }
  }
  throw new Busy();
};

/** Whole seconds until another payment may be attempted; 0: now. One small read. */
export const secondsUntilNextAttempt = async (table: Table, subject: AttemptSubject, nowMs: number): Promise<number> =>
  secondsUntilAllowed((await readAttempts(table, subject)).tries, nowMs);

/** A payment whose attempt starts, waits or ends. `attempts`: the stored attempts, if the caller has read them. */
export interface CountedAttempt extends Pick<LimitedAttempt, 'id' | 'ip'> {
  readonly attempts?: StoredAttempts | null;
}

/**
 * Counts a payment that is about to be created at the provider; it counts until `endAttempt` or `markAttemptWaiting`. `waitSeconds`: if
 * too many attempts are counted already, the time until the payment may be attempted; 0: it is counted and may be attempted now.
 * `attempts`: the stored attempts, to be passed to the next call of a function of this file.
 */
export const countAttemptStart = async (
  table: Table,
  subject: AttemptSubject,
  { attempts = null, ...payment }: CountedAttempt,
  nowMs: number,
): Promise<{ readonly waitSeconds: number; readonly attempts: StoredAttempts }> => {
  const { before, stored } = await changeAttempts(table, subject, nowMs, attempts, (tries) => withSentAttempt(tries, payment, nowMs));
  return { waitSeconds: withSentAttempt(before, payment, nowMs) === null ? secondsUntilAllowed(before, nowMs) : 0, attempts: stored };
};

/** Marks a payment as waiting for the buyer at the provider: it counts only if it is refused. */
export const markAttemptWaiting = async (
  table: Table,
  subject: AttemptSubject,
  { attempts = null, ...payment }: CountedAttempt,
  nowMs: number,
): Promise<void> => {
  await changeAttempts(table, subject, nowMs, attempts, (tries) => withWaitingAttempt(tries, payment, nowMs));
};

/** Stops counting a payment that was not refused. */
export const endAttempt = async (
  table: Table,
  subject: AttemptSubject,
  { id, attempts = null }: Omit<CountedAttempt, 'ip'>,
  nowMs: number,
): Promise<void> => {
  await changeAttempts(table, subject, nowMs, attempts, (tries) => withoutAttempt(tries, id));
};

/** Counts a refused payment; repeated reports have no effect. Returns the buyer's IP address the first time; `null` later or if unknown. */
export const recordRefusedAttempt = async (
  table: Table,
  subject: AttemptSubject,
  paymentId: string,
  nowMs: number,
): Promise<string | null> => {
  const { before } = await changeAttempts(table, subject, nowMs, null, (tries) => withRefusedAttempt(tries, paymentId, nowMs));
  const attempt = before.find(({ id }) => id === paymentId);
  return attempt === undefined || attempt.state === 'refused' ? null : attempt.ip;
};
