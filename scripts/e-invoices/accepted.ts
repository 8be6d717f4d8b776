import type { Finding } from './validators.ts';

const ARITHMETIC = /^Arithmetical issue: ?Payable total in XML is (-?[\d.]+), but calculated total is (-?[\d.]+)/;

/** Accepted difference of an amount without decimals, such as yen. */
const TOLERANCE = 1;
/** A cent plus the floating-point error of a subtraction; two of them are accepted. */
const CENT = 0.011;

/**
 * Mustang computes the tax again from the net amounts. The service computes the tax in inclusive prices from the gross, and the tax of a
 * partial credit as the difference of two rounded amounts. Both can be a cent off, which the standard allows (BR-CO-17). See
 * decision record 0082.
 */
const isRoundingOfTax = ({ rule, message }: Finding): boolean => {
  const [, inXml, computed] = ARITHMETIC.exec(message) ?? [];
  if (rule !== '' || inXml === undefined || computed === undefined) return false;
  const difference = Math.abs(Number(inXml) - Number(computed));
  const hasDecimals = /\.\d*[1-9]/.test(inXml);
  return difference <= (hasDecimals ? 2 * CENT : TOLERANCE);
};

/** The Schematron of XRechnung prints this warning for each file; it belongs to no rule. */
const isTransformationWarning = ({ rule, message }: Finding): boolean => rule === 'null' && message === 'Transformation warning';

/** Whether a finding is not a fault of the file. */
export const isAccepted = (finding: Finding): boolean => isTransformationWarning(finding) || isRoundingOfTax(finding);
