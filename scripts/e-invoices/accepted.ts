import { decimalsOf } from '../../shared/domain/amounts/money.ts';
import type { Finding } from './validators.ts';

const ARITHMETIC = /^Arithmetical issue: ?Payable total in XML is (-?[\d.]+), but calculated total is (-?[\d.]+)/;

/** What the acceptance of a finding depends on. */
export interface JudgedDocument {
  readonly currency: string;
  /** True if the whole document is outside the scope of tax (category O). */
  readonly isOutsideScope: boolean;
}

/** Floating-point error of a subtraction. */
const EPSILON = 0.001;

/** Accepted difference: two cents, or one unit of a currency without decimals. */
const toleranceIn = (currency: string): number => (decimalsOf(currency) === 0 ? 1 : 2 / 100) + EPSILON;

/**
 * Mustang computes the tax again from the net amounts. The service computes the tax in inclusive prices from the gross, and the tax of a
 * partial credit as the difference of two rounded amounts. Each can be a cent off, so a document can be two cents off, which the standard
 * allows (BR-CO-17). See decision record 0082.
 */
const isRoundingOfTax = ({ rule, message }: Finding, currency: string): boolean => {
  const [, inXml, computed] = ARITHMETIC.exec(message) ?? [];
  if (rule !== '' || inXml === undefined || computed === undefined) return false;
  return Math.abs(Number(inXml) - Number(computed)) <= toleranceIn(currency);
};

/** The Schematron of XRechnung prints this warning for each file; it belongs to no rule. */
const isTransformationWarning = ({ rule, message }: Finding): boolean => rule === 'null' && message === 'Transformation warning';

/**
 * Mustang's check of the sums fails for a line without a rate if the breakdown of its category has one. Outside the scope of tax, BR-O-05
 * forbids the rate of the line, and BR-DE-14 requires the rate of the breakdown.
 */
const isMissingRateOfLine = ({ file, severity, message }: Finding, { isOutsideScope }: JudgedDocument): boolean =>
  isOutsideScope &&
  file.endsWith('.xrechnung_cii.xml') &&
  severity === 'exception' &&
  message === 'Cannot read field "scale" because "val" is null';

/** True for a finding that is expected for a correct file. */
export const isAccepted = (finding: Finding, document: JudgedDocument): boolean =>
  isTransformationWarning(finding) || isMissingRateOfLine(finding, document) || isRoundingOfTax(finding, document.currency);
