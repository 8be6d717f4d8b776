import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Customer } from '../../shared/api/objects/customer.ts';
import { type AnySchema, defineOperation, type Operation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { newCustomer } from '../../shared/domain/customer/create.ts';
import { viewCustomer } from '../../shared/domain/customer/record.ts';
import { World } from '../domain/world.ts';

/** An operation that answers the schema and nothing else. */
const answering = <Schema extends AnySchema>(response: Schema): Operation<'/v1/x', null, null, Schema> =>
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

const customers = answering(Customer);
const Listing = v.strictObject({ lines: v.array(v.strictObject({ id: v.string() })) });
const listing = answering(Listing);

/**
 * Each line after `@ts-expect-error` must not compile: `npx tsc`, part of `npm run check`, fails when it does. That the
 * schema refuses the same answer shows that the compiler is right.
 */
describe('the compiler refuses an answer that its schema refuses', () => {
  const world = new World();
  const view = viewCustomer(newCustomer({ name: 'Ada', email: 'ada@example.test', countryCode: 'NL' }, world.ctx()), world.tenant);

  it('and takes a view as it is', () => {
    serve(customers, async () => view);
    expect(v.is(Customer, view)).toBe(true);
  });

  it('with a field missing', () => {
    const { language: _language, ...short } = view;
    // @ts-expect-error: the schema has `language`
    serve(customers, async () => short);
    expect(v.is(Customer, short)).toBe(false);
  });

  it('with a field of another type', () => {
    const wrong = { ...view, created: '1' };
    // @ts-expect-error: `created` is a number
    serve(customers, async () => wrong);
    expect(v.is(Customer, wrong)).toBe(false);
  });

  it('with null where there is always a value', () => {
    const empty: Omit<typeof view, 'id'> & { readonly id: string | null } = { ...view, id: null };
    // @ts-expect-error: `id` is never null
    serve(customers, async () => empty);
    expect(v.is(Customer, empty)).toBe(false);
  });

  it('with a field that the schema does not have', () => {
    const long = { ...view, phone: '1' };
    // @ts-expect-error: the schema has no `phone`
    serve(customers, async () => long);
    expect(v.is(Customer, long)).toBe(false);
  });

  it('with such a field in an object of a list', () => {
    const answer = { lines: [{ id: 'a', note: 'x' }] };
    // @ts-expect-error: the schema of a line has no `note`
    serve(listing, async () => answer);
    expect(v.is(Listing, answer)).toBe(false);
  });
});
