import type { Json } from '../../scripts/support/api.ts';

/** Replaces the ids, times, secrets and hosts of a test run with fixed example values. */
export interface Normalizer {
  readonly normalize: (value: unknown) => unknown;
}

/** The example time that replaces the start of the test run; Unix seconds. */
const EXAMPLE_NOW = 1_789_300_800;
const DAY = 86_400;
const ULID = /\b([a-z]+_)([0-9A-HJKMNP-TV-Z]{26})\b/g;
const HEX = /\b([a-z]+_)([0-9a-f]{32})\b/g;

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bsvc_(live|test|portal)_[A-Za-z0-9_-]{16,}/g, 'svc_$1_EXAMPLEKEYEXAMPLEKEYEXAMPLEKEY'],
  [/\bsvcwhsec_[A-Za-z0-9_-]{16,}/g, 'svcwhsec_EXAMPLESECRETEXAMPLESECRET'],
];

/** Example values of fields with random values. */
const FIXED_VALUES: Readonly<Record<string, string>> = {
  secret_fingerprint: 'a1b2c3d4e5f6',
  fingerprint: 'a1b2c3d4e5f6',
  client_secret: 'cs_secret_EXAMPLE',
  prefix: 'svc_test_EXAMPLE',
  last4: '4242',
  brand: 'Visa',
};

/** The month of `EXAMPLE_NOW`. Replaces the period of metrics, because its normalized start would not be the first of a month. */
const EXAMPLE_MONTH: Json = { period: '2026-09', period_start: Date.UTC(2026, 8) / 1000, period_end: Date.UTC(2026, 9) / 1000 };

/** Creates a normalizer. `hosts`: the example URL of each URL of the test run. `startedAt`: start of the run in Unix seconds. */
export const normalizerOf = (hosts: ReadonlyMap<string, string>, startedAt: number): Normalizer => {
  const exampleIds = new Map<string, string>();
  const counts = new Map<string, number>();
  const exampleIdFor = (id: string, prefix: string, suffixOf: (count: number) => string): string => {
    const existing = exampleIds.get(id);
    if (existing !== undefined) return existing;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    const exampleId = `${prefix}${suffixOf(count)}`;
    exampleIds.set(id, exampleId);
    return exampleId;
  };
  const normalizeText = (value: string): string => {
    let result = value;
    for (const [from, to] of hosts) result = result.replaceAll(from, to);
    for (const [pattern, to] of SECRETS) result = result.replace(pattern, to);
    result = result.replace(ULID, (id, prefix: string) => exampleIdFor(id, prefix, (count) => `01K${String(count).padStart(23, '0')}`));
    return result.replace(HEX, (id, prefix: string) =>
      exampleIdFor(id, prefix, (count) => `019940000000700080${String(count).padStart(14, '0')}`),
    );
  };
  /**
   * Replaces a time within 400 days of `startedAt` with the time at the same distance from `EXAMPLE_NOW`, in whole days. Keeps other
   * integers: amounts and fixed times.
   */
  const timestamp = (value: number): number =>
    Math.abs(value - startedAt) > 400 * DAY ? value : EXAMPLE_NOW + Math.round((value - startedAt) / DAY) * DAY;
  const normalize = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return FIXED_VALUES[name] ?? normalizeText(value);
    if (typeof value === 'number' && Number.isInteger(value)) return timestamp(value);
    if (Array.isArray(value)) return value.map((entry) => normalize(entry));
    if (typeof value !== 'object' || value === null) return value;
    const plain = Object.fromEntries(Object.entries(value as Json).map(([key, inner]) => [key, normalize(inner, key)]));
    return plain['object'] === 'metrics.period' ? { ...plain, ...EXAMPLE_MONTH } : plain;
  };
  return { normalize: (value) => normalize(value) };
};
