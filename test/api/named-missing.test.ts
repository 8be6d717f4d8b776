import { describe, expect, it } from 'vitest';
import { ApiError, resourceMissing } from '../../shared/api/errors.ts';
import { ids } from '../../shared/api/fields.ts';
import { withMissingId } from '../../shared/api/missing-id.ts';

const CUSTOMER = `cus_${'0'.repeat(26)}`;
const DELIVERY = `whd_${'0'.repeat(32)}`;
const ENDPOINT = `we_${'0'.repeat(26)}`;
const operation = { params: { endpoint_id: ids.endpoint, delivery_id: ids.delivery } };
const request = { params: { endpoint_id: ENDPOINT, delivery_id: DELIVERY }, query: { cursor: 'x' }, body: { customer_id: CUSTOMER } };

const messageOf = (error: ApiError, given: object = request) => withMissingId(error, operation, { ...request, ...given }).message;

describe('the message about an object that is not there', () => {
  it('names the id in the path that is of that kind', () => {
    expect(messageOf(resourceMissing('webhook delivery'))).toBe(`No webhook delivery \`${DELIVERY}\`.`);
    expect(messageOf(resourceMissing('webhook endpoint'))).toBe(`No webhook endpoint \`${ENDPOINT}\`.`);
  });

  it('names the id that was sent in the field at fault, in the body or the query', () => {
    expect(messageOf(resourceMissing('customer', 'customer_id'))).toBe(`No customer \`${CUSTOMER}\`.`);
    expect(messageOf(resourceMissing('customer', 'customer_id'), { body: null, query: { customer_id: CUSTOMER } })).toBe(
      `No customer \`${CUSTOMER}\`.`,
    );
  });

  it.each([
    ['is longer than 64 characters', `cus_${'0'.repeat(61)}`],
    ['is no id', '<script>alert(1)</script>'],
    ['holds a line break', 'cus_1\nset-cookie: x'],
    ['is no text', 12],
  ])('echoes nothing that %s', (_what, sent) => {
    expect(messageOf(resourceMissing('customer', 'customer_id'), { body: { customer_id: sent } })).toBe('No such customer.');
  });

  it('echoes no path parameter of the wrong form', () => {
    expect(messageOf(resourceMissing('webhook endpoint'), { params: { endpoint_id: 'we_%0d', delivery_id: DELIVERY } })).toBe(
      'No such webhook endpoint.',
    );
  });

  it('leaves other errors as they are', () => {
    const error = new ApiError('state_conflict', { message: 'No such luck.', param: 'customer_id' });
    expect(withMissingId(error, operation, request)).toBe(error);
    expect(messageOf(resourceMissing('subscription'))).toBe('No such subscription.');
  });
});
