import type { Tenant } from '../../domain/kernel.ts';
import { asking, over, refused, secondsUntilTry, type Try, waiting } from '../../domain/payable/tries.ts';
import { Busy } from '../core/busy.ts';
import { elementBucketKey } from '../core/keys.ts';
import { conditionFailure, type Table } from '../core/table.ts';

/** Whose tries: a checkout session, a one-off payment or a customer. */
export interface TriedBy {
  readonly tenant: Tenant;
  readonly subjectId: string;
}

interface Kept {
  readonly tries: readonly Try[];
  /** Of the item; 0: there is none. */
  readonly version: number;
}

const keyOfTries = ({ tenant, subjectId }: TriedBy) => elementBucketKey(tenant, `${subjectId}#tries`);

const readTries = async (table: Table, by: TriedBy): Promise<Kept> => {
  const item = await table.get(keyOfTries(by));
  return { tries: (item?.tries ?? []) as readonly Try[], version: Number(item?.v ?? 0) };
};

/** Nothing in it matters for longer than an hour. */
const TTL_SECONDS = 2 * 3600;

/** Each round one writer gets through, and ten fill it. */
const MAX_ROUNDS = 50;

/** Replaces the tries by what `next` makes of them, whoever changes them meanwhile; `null` writes nothing. Answers the tries before. */
const change = async (
  table: Table,
  by: TriedBy,
  nowMs: number,
  next: (tries: readonly Try[]) => readonly Try[] | null,
): Promise<readonly Try[]> => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { tries, version } = await readTries(table, by);
    const after = next(tries);
    if (after === null || after === tries) return tries;
    try {
      await table.update({
        Key: keyOfTries(by),
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
      return tries;
    } catch (error) {
      if (conditionFailure(error) === null) throw error;
    }
  }
  throw new Busy();
};

/** Whole seconds until another payment may be tried; 0: now. One small read. */
export const secondsUntilNextTry = async (table: Table, by: TriedBy, nowMs: number): Promise<number> =>
  secondsUntilTry((await readTries(table, by)).tries, nowMs);

/** Counts a payment before the provider is asked for it. Answers the seconds until it may be tried; 0: it may, and counts until `endTry`. */
export const beginTry = async (table: Table, by: TriedBy, payment: Pick<Try, 'id' | 'ip'>, nowMs: number): Promise<number> => {
  const tries = await change(table, by, nowMs, (before) => asking(before, payment, nowMs));
  return asking(tries, payment, nowMs) === null ? secondsUntilTry(tries, nowMs) : 0;
};

/** The provider took the payment and the buyer decides there: it counts only if it is refused. */
export const awaitTry = async (table: Table, by: TriedBy, payment: Pick<Try, 'id' | 'ip'>, nowMs: number): Promise<void> => {
  await change(table, by, nowMs, (before) => waiting(before, payment, nowMs));
};

/** The payment was not refused. */
export const endTry = async (table: Table, by: TriedBy, paymentId: string, nowMs: number): Promise<void> => {
  await change(table, by, nowMs, (before) => over(before, paymentId));
};

/** The payment was refused, which may be told again. Answers the IP address that began it, once; `null`: told before, or not known. */
export const refuseTry = async (table: Table, by: TriedBy, paymentId: string, nowMs: number): Promise<string | null> => {
  const before = await change(table, by, nowMs, (tries) => refused(tries, paymentId, nowMs));
  const known = before.find(({ id }) => id === paymentId);
  return known === undefined || known.state === 'refused' ? null : known.ip;
};
