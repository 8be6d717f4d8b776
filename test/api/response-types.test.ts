import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Customer } from '../../shared/api/objects/customer.ts';
import { type AnySchema, defineOperation, type Operation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { newCustomer } from '../../shared/domain/customer/create.ts';
import { viewCustomer } from '../../shared/domain/customer/record.ts';
import { World } from '../domain/world.ts';

/** Declares an operation with this response schema. */
const operationWith = <Schema extends AnySchema>(response: Schema): Operation<'/v1/x', null, null, Schema> =>
  defineOperation({
    id: 'x.retrieve',
    method: 'GET',
    path: '/v1/x',
    summary: 'X',
    auth: { kind: 'none' },
    profile: 'read',
    params: {},
    query: null,
    body: null,
    response,
    errors: [],
  });

const customerOperation = operationWith(Customer);
const Lines = v.strictObject({ lines: v.array(v.strictObject({ id: v.string() })) });
const linesOperation = operationWith(Lines);

/**
 * The line after each `@ts-expect-error` must not compile: if it compiles, `npx tsc` (part of `npm run check`) reports the comment. At run
 * time, the schema must reject the same response.
 */
describe('the compiler and the schema', () => {
  const world = new World();
  const view = viewCustomer(newCustomer({ name: 'Ada', email: 'ada@example.test', countryCode: 'NL' }, world.ctx()), world.tenant);

  it('accept a customer with all fields of the schema', () => {
    serve(customerOperation, async () => view);
    expect(v.is(Customer, view)).toBe(true);
  });

  it('reject a missing field', () => {
    const { language: _language, ...incomplete } = view;
    // @ts-expect-error: the schema has `language`
    serve(customerOperation, async () => incomplete);
    expect(v.is(Customer, incomplete)).toBe(false);
  });

  it('reject a field of another type', () => {
    const invalidView = { ...view, created: '1' };
    // @ts-expect-error: `created` is a number
    serve(customerOperation, async () => invalidView);
    expect(v.is(Customer, invalidView)).toBe(false);
  });

  it('reject null in a non-nullable field', () => {
    const withNullId: Omit<typeof view, 'id'> & { readonly id: string | null } = { ...view, id: null };
    // @ts-expect-error: `id` is never null
    serve(customerOperation, async () => withNullId);
    expect(v.is(Customer, withNullId)).toBe(false);
  });

  it('reject an unknown field', () => {
    const extended = { ...view, phone: '1' };
    // @ts-expect-error: the schema has no `phone`
    serve(customerOperation, async () => extended);
    expect(v.is(Customer, extended)).toBe(false);
  });

  it('reject an unknown field in an object of a list', () => {
    const response = { lines: [{ id: 'a', note: 'x' }] };
    // @ts-expect-error: the schema of a line has no `note`
    serve(linesOperation, async () => response);
    expect(v.is(Lines, response)).toBe(false);
  });
});
