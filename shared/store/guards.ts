import type { Guard, Tenant } from '../domain/kernel.ts';
import { guardKey, objectKey } from './keys.ts';
import { expecting } from './objects.ts';
import type { TransactItem } from './table.ts';

/** The write that enforces a guard inside the transaction of the change it protects. */
export const guardItem = (guard: Guard, tenant: Tenant, nonce: string): TransactItem => {
  const returned = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  switch (guard.kind) {
    case 'claim':
      return {
        Put: {
          Item: { ...guardKey(tenant, guard.name), t: 'guard', owner: guard.owner, nonce },
          ConditionExpression: 'attribute_not_exists(pk)',
          ...returned,
        },
      };
    case 'release':
      return { Delete: { Key: guardKey(tenant, guard.name) } };
    case 'count':
      return {
        Update: {
          Key: guardKey(tenant, guard.name),
          UpdateExpression: 'SET nonce = :nonce ADD n :by',
          ConditionExpression: 'attribute_not_exists(n) OR n <= :room',
          ExpressionAttributeValues: { ':by': guard.by, ':room': guard.max - guard.by, ':nonce': nonce },
          ...returned,
        },
      };
    case 'next':
      return {
        Update: {
          Key: guardKey(tenant, guard.name),
          UpdateExpression: 'SET n = :next, nonce = :nonce',
          ConditionExpression: guard.expected === 0 ? 'attribute_not_exists(n)' : 'n = :expected',
          ExpressionAttributeValues: {
            ':next': guard.expected + 1,
            ':nonce': nonce,
            ...(guard.expected === 0 ? {} : { ':expected': guard.expected }),
          },
          ...returned,
        },
      };
    case 'unchanged':
      return {
        ConditionCheck: { Key: objectKey(guard.aggregate, tenant, guard.stored.record.id), ...expecting(guard.stored) },
      };
  }
};
