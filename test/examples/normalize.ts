import type { Json } from '../../scripts/support/api.ts';

/** Turns an answer of a test run into an example that tells nothing of the run: other ids, moments, secrets and hosts. */
export interface Normalizer {
  readonly normalize: (value: unknown) => unknown;
}

/** The moment at which examples are answered: the description's date. */
const EXAMPLE_NOW = 1_789_300_800;
const DAY = 86_400;
const ULID = /\b([a-z]+_)([0-9A-HJKMNP-TV-Z]{26})\b/g;
const HEX = /\b([a-z]+_)([0-9a-f]{32})\b/g;

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bsvc_(live|test|portal)_[A-Za-z0-9_-]{16,}/g, 'svc_$1_EXAMPLEKEYEXAMPLEKEYEXAMPLEKEY'],
  [/\bsvcwhsec_[A-Za-z0-9_-]{16,}/g, 'svcwhsec_EXAMPLESECRETEXAMPLESECRET'],
];

/** Fields whose values are drawn at random. */
const DRAWN: Readonly<Record<string, string>> = {
  secret_fingerprint: 'a1b2c3d4e5f6',
  fingerprint: 'a1b2c3d4e5f6',
  client_secret: 'cs_secret_EXAMPLE',
  prefix: 'svc_test_EXAMPLE',
  last4: '4242',
  brand: 'Visa',
};

/** The month of the examples' moment: what is shown of another would not lie where its own name says. */
const EXAMPLE_MONTH: Json = { period: '2026-09', period_start: Date.UTC(2026, 8) / 1000, period_end: Date.UTC(2026, 9) / 1000 };

/** `hosts`: addresses of the run, each with what means it. `startedAt`: Unix seconds. */
export const normalizerOf = (hosts: ReadonlyMap<string, string>, startedAt: number): Normalizer => {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const idFor = (id: string, prefix: string, make: (count: number) => string): string => {
    const earlier = known.get(id);
    if (earlier !== undefined) return earlier;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    const made = `${prefix}${make(count)}`;
    known.set(id, made);
    return made;
  };
  const text = (value: string): string => {
    let result = value;
    for (const [from, to] of hosts) result = result.replaceAll(from, to);
    for (const [pattern, to] of SECRETS) result = result.replace(pattern, to);
    result = result.replace(ULID, (id, prefix: string) => idFor(id, prefix, (count) => `01K${String(count).padStart(23, '0')}`));
    return result.replace(HEX, (id, prefix: string) =>
      idFor(id, prefix, (count) => `019940000000700080${String(count).padStart(14, '0')}`),
    );
  };
  const moment = (value: number): number =>
    Math.abs(value - startedAt) > 400 * DAY ? value : EXAMPLE_NOW + Math.round((value - startedAt) / DAY) * DAY;
  const normalize = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return DRAWN[name] ?? text(value);
    if (typeof value === 'number' && Number.isInteger(value)) return moment(value);
    if (Array.isArray(value)) return value.map((entry) => normalize(entry));
    if (typeof value !== 'object' || value === null) return value;
    const plain = Object.fromEntries(Object.entries(value as Json).map(([key, inner]) => [key, normalize(inner, key)]));
    return plain['object'] === 'metrics.period' ? { ...plain, ...EXAMPLE_MONTH } : plain;
  };
  return { normalize: (value) => normalize(value) };
};
