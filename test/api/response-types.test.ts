import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Customer } from '../../shared/api/objects/customer.ts';
import { type AnySchema, defineOperation, type Operation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
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
 * Each line after `@ts-expect-error` must not compile: `npx tsc`, part of `npm run check`, fails if it does. The schema must
 * reject the same response.
 */
describe('the compiler checks responses like the schema', () => {
  const world = new World();
  const view = viewCustomer(newCustomer({ name: 'Ada', email: 'ada@example.test', countryCode: 'NL' }, world.ctx()), world.tenant);

  it('and accepts a view', () => {
    serve(customerOperation, async () => view);
    expect(v.is(Customer, view)).toBe(true);
  });

  it('and rejects a missing field', () => {
    const { language: _language, ...incomplete } = view;
    // @ts-expect-error: the schema has `language`
    serve(customerOperation, async () => incomplete);
    expect(v.is(Customer, incomplete)).toBe(false);
  });

  it('and rejects a field of another type', () => {
    const wrong = { ...view, created: '1' };
    // @ts-expect-error: `created` is a number
    serve(customerOperation, async () => wrong);
    expect(v.is(Customer, wrong)).toBe(false);
  });

  it('and rejects null in a non-nullable field', () => {
    const empty: Omit<typeof view, 'id'> & { readonly id: string | null } = { ...view, id: null };
    // @ts-expect-error: `id` is never null
    serve(customerOperation, async () => empty);
    expect(v.is(Customer, empty)).toBe(false);
  });

  it('and rejects an unknown field', () => {
    const extended = { ...view, phone: '1' };
    // @ts-expect-error: the schema has no `phone`
    serve(customerOperation, async () => extended);
    expect(v.is(Customer, extended)).toBe(false);
  });

  it('and rejects an unknown field in an object of a list', () => {
    const response = { lines: [{ id: 'a', note: 'x' }] };
    // @ts-expect-error: the schema of a line has no `note`
    serve(linesOperation, async () => response);
    expect(v.is(Lines, response)).toBe(false);
  });
});
