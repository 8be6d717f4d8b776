import type * as v from 'valibot';
import { type address, addressOf } from '../../shared/api/fields.ts';
import type { Metadata } from '../../shared/domain/fields.ts';

/** What creation and update take alike. */
interface CustomerBody {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly country_code?: string | null | undefined;
  readonly address?: v.InferOutput<typeof address> | null | undefined;
  readonly language?: string | null | undefined;
  readonly metadata?: Metadata | null | undefined;
}

/** The same in the names of the domain; fields left out stay left out. */
export const customerFields = <Body extends CustomerBody>(given: Body) => ({
  name: given.name as Body['name'],
  email: given.email as Body['email'],
  countryCode: given.country_code as Body['country_code'],
  address: given.address ? addressOf(given.address) : (given.address as Exclude<Body['address'], object>),
  language: given.language as Body['language'],
  metadata: given.metadata ?? undefined,
});
