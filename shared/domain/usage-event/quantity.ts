/** The number of trillionths in 1. The values of usage events are counted in trillionths. */
export const TRILLION = 10n ** 12n;

const DECIMAL = /^(\d{1,15})(?:\.(\d{1,12}))?$/;

/** Parses a decimal of at most 15 integer and 12 fraction digits, such as `0.25`, in units of 10^-12; `null`: anything else. */
export const parseTrillionths = (text: string): bigint | null => {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole) * TRILLION + BigInt(fraction.padEnd(12, '0'));
};

/** Formats units of 10^-12 as the shortest decimal, such as `0.25`. */
export const formatTrillionths = (trillionths: bigint): string => {
  const fraction = String(trillionths % TRILLION)
    .padStart(12, '0')
    .replace(/0+$/, '');
  return `${trillionths / TRILLION}${fraction === '' ? '' : `.${fraction}`}`;
};
