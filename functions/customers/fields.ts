import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { NAME_MAX_LENGTH } from '../../shared/domain/limits.ts';

const name = fields.text(0, NAME_MAX_LENGTH);

export const createBody = v.strictObject({
  name: v.nullish(name),
  email: v.nullish(fields.email),
  country_code: v.nullish(fields.countryCode),
  address: v.nullish(fields.address),
  language: v.nullish(fields.language),
  metadata: v.nullish(fields.metadata),
  test_clock_id: v.nullish(fields.reference),
});

export const updateBody = v.strictObject({
  name: v.optional(v.nullable(name)),
  email: v.optional(fields.email),
  country_code: v.optional(fields.countryCode),
  address: v.optional(fields.address),
  language: v.optional(fields.language),
  metadata: v.optional(fields.metadata),
});

/** Converts a body to the domain's field names; omitted fields are `undefined`. */
export const customerFields = <Body extends Omit<v.InferOutput<typeof createBody>, 'test_clock_id'>>(body: Body) => ({
  name: body.name as Body['name'],
  email: body.email as Body['email'],
  countryCode: body.country_code as Body['country_code'],
  address: body.address ? fields.addressOf(body.address) : (body.address as Exclude<Body['address'], object>),
  language: body.language as Body['language'],
  metadata: body.metadata ?? undefined,
});
