import type * as v from 'valibot';
import { type address, addressOf } from '../../shared/api/fields.ts';
import type { Metadata } from '../../shared/domain/fields.ts';

/** Body fields of customer creation and update. */
interface CustomerBody {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly country_code?: string | null | undefined;
  readonly address?: v.InferOutput<typeof address> | null | undefined;
  readonly language?: string | null | undefined;
  readonly metadata?: Metadata | null | undefined;
}

/** Converts the body to the domain's field names; omitted fields are `undefined`. */
export const customerFields = <Body extends CustomerBody>(input: Body) => ({
  name: input.name as Body['name'],
  email: input.email as Body['email'],
  countryCode: input.country_code as Body['country_code'],
  address: input.address ? addressOf(input.address) : (input.address as Exclude<Body['address'], object>),
  language: input.language as Body['language'],
  metadata: input.metadata ?? undefined,
});
