import * as v from 'valibot';
import type { VatRegistry } from './index.ts';

const BASE_URL = 'https://ec.europa.eu/taxation_customs/vies/rest-api';
/** The service often needs seconds; longer than this nobody waits for it. */
const DEADLINE_MS = 8_000;

const Checked = v.object({ valid: v.boolean(), name: v.nullish(v.string()), userError: v.nullish(v.string()) });
const Failed = v.object({ errorWrappers: v.array(v.object({ error: v.string() })) });

/** What it calls a number that cannot exist; every other error means that it, or a member state, cannot answer now. */
const BAD_INPUT: ReadonlySet<string> = new Set(['INVALID_INPUT', 'INVALID']);

/** A name that a member state does not give is sent as dashes. */
const nameOf = (name: string | null | undefined): string | null => (name && !/^-+$/.test(name.trim()) ? name.trim() : null);

const read = (body: unknown): Awaited<ReturnType<VatRegistry['check']>> => {
  const failed = v.safeParse(Failed, body);
  if (failed.success) return { kind: failed.output.errorWrappers.some(({ error }) => BAD_INPUT.has(error)) ? 'invalid' : 'unavailable' };
  const checked = v.safeParse(Checked, body);
  if (!checked.success) return { kind: 'unavailable' };
  const { valid, name, userError } = checked.output;
  if (valid) return { kind: 'valid', name: nameOf(name) };
  return { kind: userError === null || userError === undefined || BAD_INPUT.has(userError) ? 'invalid' : 'unavailable' };
};

/** The EU's VAT validation service (VIES), by its REST interface. Whatever keeps it from answering is `unavailable`. */
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
      return read(await response.json());
    } catch {
      return { kind: 'unavailable' };
    }
  },
});

/** Numbers with a fixed answer, as the official test service has them; the part after the country's prefix. */
const PLAYED: Readonly<Record<string, 'invalid' | 'unavailable'>> = {
  '200': 'invalid',
  '201': 'invalid',
  '202': 'invalid',
  '300': 'unavailable',
  '301': 'unavailable',
  '302': 'unavailable',
};

/** The registry of the test mode: it asks nobody. Every number but those with a fixed answer is valid. */
export const playedRegistry: VatRegistry = {
  check: async (_countryCode, vatNumber) => {
    const kind = PLAYED[vatNumber];
    return kind === undefined ? { kind: 'valid', name: 'Test Company' } : { kind };
  },
};
