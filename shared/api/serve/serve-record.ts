import type { Aggregate, BaseRecord } from '../../domain/aggregate.ts';
import type { Operation } from '../operation.ts';
import { idParamOf, recordKeyFinder } from '../pipeline/record-key.ts';
import { fetchRecord } from '../resources.ts';
import type { Checked, Input, RequestContext, ResponseOf } from './handler.ts';
import { contextOf, createHandler, inputOf, type LambdaHandler } from './serve.ts';

/**
 * Like `serve`, for operations that retrieve a record by its id, the only path parameter: `handle` gets the record. Returns 404 if it does
 * not exist, belongs to another tenant, or is deleted.
 */
export const serveRecord = <Declared extends Operation, R extends BaseRecord, Returned extends ResponseOf<Declared, never>>(
  operation: Declared,
  aggregate: Aggregate<R>,
  handle: (record: R, input: Input<Declared>, context: RequestContext) => Promise<Checked<Declared, Returned>>,
): LambdaHandler => {
  const { name, what } = idParamOf(operation);
  return createHandler(
    operation,
    async (state) => {
      const context = contextOf(operation, state);
      const { record } = await fetchRecord(context.store, aggregate, context.tenant, state.params[name] ?? '', what);
      return handle(record, inputOf(state), context);
    },
    { findRecordKey: recordKeyFinder(operation, aggregate) },
  );
};
