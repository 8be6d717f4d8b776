import * as v from 'valibot';
import type { VatRegistry } from './index.ts';

const BASE_URL = 'https://ec.europa.eu/taxation_customs/vies/rest-api';
/** Timeout of a check; the service often needs seconds. */
const DEADLINE_MS = 8_000;

const Checked = v.object({ valid: v.boolean(), name: v.nullish(v.string()), userError: v.nullish(v.string()) });
const Failed = v.object({ errorWrappers: v.array(v.object({ error: v.string() })) });

/** Error codes for an invalid number; every other error means that VIES or a member state is unavailable. */
const BAD_INPUT: ReadonlySet<string> = new Set(['INVALID_INPUT', 'INVALID']);

/** Returns `null` for dashes, which VIES returns if the member state does not disclose the name. */
const nameOf = (name: string | null | undefined): string | null => (name && !/^-+$/.test(name.trim()) ? name.trim() : null);

const resultIn = (body: unknown): Awaited<ReturnType<VatRegistry['check']>> => {
  const failed = v.safeParse(Failed, body);
  if (failed.success) return { kind: failed.output.errorWrappers.some(({ error }) => BAD_INPUT.has(error)) ? 'invalid' : 'unavailable' };
  const checked = v.safeParse(Checked, body);
  if (!checked.success) return { kind: 'unavailable' };
  const { valid, name, userError } = checked.output;
  if (valid) return { kind: 'valid', name: nameOf(name) };
  return { kind: userError === null || userError === undefined || BAD_INPUT.has(userError) ? 'invalid' : 'unavailable' };
};

/** The REST API of the EU's VAT validation service (VIES). Every failure to get an answer is `unavailable`. */
export const viesRegistry = (
  fetch: typeof globalThis.fetch,
  baseUrl: string = BASE_URL,
  deadlineMs: number = DEADLINE_MS,
): VatRegistry => ({
  check: async (countryCode, vatNumber) => {
    try {
      const response = await fetch(`${baseUrl}/check-vat-number`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ countryCode, vatNumber }),
        signal: AbortSignal.timeout(deadlineMs),
      });
      return resultIn(await response.json());
    } catch {
      return { kind: 'unavailable' };
    }
  },
});

/** Fixed results, as in the official test service, by VAT number without its country prefix. */
const TEST_RESULTS: Readonly<Record<string, 'invalid' | 'unavailable'>> = {
  '200': 'invalid',
  '201': 'invalid',
  '202': 'invalid',
  '300': 'unavailable',
  '301': 'unavailable',
  '302': 'unavailable',
};

/** VAT registry of test mode, without network calls. Every number without a fixed result is valid. */
export const testVatRegistry: VatRegistry = {
  check: async (_countryCode, vatNumber) => {
    const kind = TEST_RESULTS[vatNumber];
    return kind === undefined ? { kind: 'valid', name: 'Test Company' } : { kind };
  },
};
