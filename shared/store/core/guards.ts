import type { Guard } from '../../domain/decision.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { guardKey, objectKey } from './keys.ts';
import { unchangedCondition } from './objects.ts';
import type { TransactItem } from './table.ts';

/** Builds the write that enforces a guard, for the transaction of the change. */
export const guardItem = (guard: Guard, tenant: Tenant, nonce: string): TransactItem => {
  const returnOldItem = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  switch (guard.kind) {
    case 'claim':
      return {
        Put: {
          Item: { ...guardKey(tenant, guard.name), t: 'guard', owner: guard.owner, nonce },
          ConditionExpression: 'attribute_not_exists(pk)',
          ...returnOldItem,
        },
      };
    case 'unclaimed':
      return { ConditionCheck: { Key: guardKey(tenant, guard.name), ConditionExpression: 'attribute_not_exists(pk)' } };
    case 'release':
      return { Delete: { Key: guardKey(tenant, guard.name) } };
    case 'count':
      return {
        Update: {
          Key: guardKey(tenant, guard.name),
          UpdateExpression: 'SET nonce = :nonce ADD n :by',
          ConditionExpression: 'attribute_not_exists(n) OR n <= :room',
          ExpressionAttributeValues: { ':by': guard.by, ':room': guard.max - guard.by, ':nonce': nonce },
          ...returnOldItem,
        },
      };
    case 'unreferenced':
      return {
        ConditionCheck: {
          Key: guardKey(tenant, guard.name),
          ConditionExpression: 'attribute_not_exists(n) OR n <= :zero',
          ExpressionAttributeValues: { ':zero': 0 },
        },
      };
    case 'close':
      return {
        Update: {
          Key: guardKey(tenant, guard.name),
          UpdateExpression: 'SET closed = :yes, nonce = :nonce',
          ConditionExpression: 'attribute_not_exists(n) OR n <= :zero',
          ExpressionAttributeValues: { ':yes': true, ':zero': 0, ':nonce': nonce },
          ...returnOldItem,
        },
      };
    case 'reopen':
      return {
        Update: {
          Key: guardKey(tenant, guard.name),
          UpdateExpression: 'SET nonce = :nonce REMOVE closed',
          ExpressionAttributeValues: { ':nonce': nonce },
        },
      };
    case 'unchanged':
      return {
        ConditionCheck: { Key: objectKey(guard.aggregate, tenant, guard.stored.record.id), ...unchangedCondition(guard.stored) },
      };
  }
};

/** Builds the write that adds `by` to a reference count. Increasing a closed count fails. */
export const referenceCountItem = (tenant: Tenant, name: string, by: number, nonce: string): TransactItem => ({
  Update: {
    Key: guardKey(tenant, name),
    UpdateExpression: 'SET nonce = :nonce ADD n :by',
    ...(by > 0 ? { ConditionExpression: 'attribute_not_exists(closed)' } : {}),
    ExpressionAttributeValues: { ':by': by, ':nonce': nonce },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});
