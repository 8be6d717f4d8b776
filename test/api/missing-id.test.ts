import { describe, expect, it } from 'vitest';
import { ApiError, resourceMissing } from '../../shared/api/errors/errors.ts';
import { withRequestedId } from '../../shared/api/errors/missing-id.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';

const CUSTOMER = `cus_${'0'.repeat(26)}`;
const DELIVERY = `whd_${'0'.repeat(32)}`;
const ENDPOINT = `we_${'0'.repeat(26)}`;
const operation = { params: { endpoint_id: idParams.endpoint, delivery_id: idParams.delivery } };
const request = { params: { endpoint_id: ENDPOINT, delivery_id: DELIVERY }, query: { cursor: 'x' }, body: { customer_id: CUSTOMER } };
const messageOf = (error: ApiError, parts: object = request) => withRequestedId(error, operation, { ...request, ...parts }).message;

describe('the message of a 404 for an object', () => {
  it('contains the id of the missing object, if the path contains ids of several objects', () => {
    expect(messageOf(resourceMissing('webhook delivery'))).toBe(`No webhook delivery \`${DELIVERY}\`.`);
    expect(messageOf(resourceMissing('webhook endpoint'))).toBe(`No webhook endpoint \`${ENDPOINT}\`.`);
  });

  it('contains the id from the field that the error names, in the body or in the query', () => {
    expect(messageOf(resourceMissing('customer', 'customer_id'))).toBe(`No customer \`${CUSTOMER}\`.`);
    expect(messageOf(resourceMissing('customer', 'customer_id'), { body: null, query: { customer_id: CUSTOMER } })).toBe(
      `No customer \`${CUSTOMER}\`.`,
    );
  });

  it.each([
    ['is longer than 64 characters', `cus_${'0'.repeat(61)}`],
    ['is not an id', '<script>alert(1)</script>'],
    ['contains a line break', 'cus_1\nset-cookie: x'],
    ['is not a string', 12],
  ])('does not contain a value that %s', (_what, value) => {
    expect(messageOf(resourceMissing('customer', 'customer_id'), { body: { customer_id: value } })).toBe('No such customer.');
  });

  it('does not contain a malformed path parameter', () => {
    expect(messageOf(resourceMissing('webhook endpoint'), { params: { endpoint_id: 'we_%0d', delivery_id: DELIVERY } })).toBe(
      'No such webhook endpoint.',
    );
  });

  it('is unchanged if the error is not a 404, or if the request has no id of the object', () => {
    const error = new ApiError('state_conflict', { message: 'No such luck.', param: 'customer_id' });
    expect(withRequestedId(error, operation, request)).toBe(error);
    expect(messageOf(resourceMissing('subscription'))).toBe('No such subscription.');
  });
});
