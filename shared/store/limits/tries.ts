import { asking, over, refused, secondsUntilTry, type Try, waiting } from '../../domain/payable/tries.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { Busy } from '../core/busy.ts';
import { elementBucketKey } from '../core/keys.ts';
import { conditionFailure, type Table } from '../core/table.ts';

/** Whose tries: a checkout session, a one-off payment or a customer. */
export interface TriedBy {
  readonly tenant: Tenant;
  readonly subjectId: string;
}

/** The tries as they were read. */
export interface KeptTries {
  readonly tries: readonly Try[];
  /** Of the item; 0: there is none. */
  readonly version: number;
}

const keyOfTries = ({ tenant, subjectId }: TriedBy) => elementBucketKey(tenant, `${subjectId}#tries`);

/** One small read. */
export const readTries = async (table: Table, by: TriedBy): Promise<KeptTries> => {
  const item = await table.get(keyOfTries(by));
  return { tries: (item?.tries ?? []) as readonly Try[], version: Number(item?.v ?? 0) };
};

/** Nothing in it matters for longer than an hour. */
const TTL_SECONDS = 2 * 3600;

/** Each round one writer gets through, and ten fill it. */
const MAX_ROUNDS = 50;

/** The tries that a change replaced, and those that are kept since. */
interface Changed {
  readonly before: readonly Try[];
  readonly kept: KeptTries;
}

/**
 * Replaces the tries by what `next` makes of them, no matter who changes them in the meantime; `null` writes nothing. `known`: as they were read a
 * moment ago; `null`: they are read first.
 */
const change = async (
  table: Table,
  by: TriedBy,
  nowMs: number,
  known: KeptTries | null,
  next: (tries: readonly Try[]) => readonly Try[] | null,
): Promise<Changed> => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const kept = round === 0 && known !== null ? known : await readTries(table, by);
    const { tries, version } = kept;
    const after = next(tries);
    if (after === null || after === tries) return { before: tries, kept };
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
      return { before: tries, kept: { tries: after, version: version + 1 } };
    } catch (error) {
      if (conditionFailure(error) === null) throw error;
    }
  }
  throw new Busy();
};

/** Whole seconds until another payment may be tried; 0: now. One small read. */
export const secondsUntilNextTry = async (table: Table, by: TriedBy, nowMs: number): Promise<number> =>
  secondsUntilTry((await readTries(table, by)).tries, nowMs);

/** A payment as it is counted. `kept`: the tries as they were read before; left out or `null`: they are read first. */
export interface CountedTry extends Pick<Try, 'id' | 'ip'> {
  readonly kept?: KeptTries | null;
}

/**
 * Counts a payment before the provider is asked for it, until `endTry`. `waitSeconds`: until it may be tried; 0: it may. `kept`: for the
 * next change.
 */
export const beginTry = async (
  table: Table,
  by: TriedBy,
  { kept: known = null, ...payment }: CountedTry,
  nowMs: number,
): Promise<{ readonly waitSeconds: number; readonly kept: KeptTries }> => {
  const { before, kept } = await change(table, by, nowMs, known, (tries) => asking(tries, payment, nowMs));
  return { waitSeconds: asking(before, payment, nowMs) === null ? secondsUntilTry(before, nowMs) : 0, kept };
};

/** The provider took the payment and the buyer decides there: it counts only if it is refused. */
export const awaitTry = async (table: Table, by: TriedBy, { kept = null, ...payment }: CountedTry, nowMs: number): Promise<void> => {
  await change(table, by, nowMs, kept, (tries) => waiting(tries, payment, nowMs));
};

/** The payment was not refused. */
export const endTry = async (table: Table, by: TriedBy, { id, kept = null }: Omit<CountedTry, 'ip'>, nowMs: number): Promise<void> => {
  await change(table, by, nowMs, kept, (tries) => over(tries, id));
};

/** The payment was refused, which may be reported again. Answers the IP address that began it, once; `null`: reported before, or not known. */
export const refuseTry = async (table: Table, by: TriedBy, paymentId: string, nowMs: number): Promise<string | null> => {
  const { before } = await change(table, by, nowMs, null, (tries) => refused(tries, paymentId, nowMs));
  const known = before.find(({ id }) => id === paymentId);
  return known === undefined || known.state === 'refused' ? null : known.ip;
};
