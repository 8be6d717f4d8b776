import { isBelgianNumber, isLuhnNumber } from './check-digits.ts';
import type { ElectronicAddress } from './settings.ts';

/** Schemes of electronic addresses (EAS) that the validators accept (BR-CL-25). */
export const ADDRESS_SCHEMES: readonly string[] = (
  '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 ' +
  '0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 ' +
  '0217 0218 0219 0220 0221 0225 0230 0235 0240 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 ' +
  '9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 ' +
  '9950 9951 9952 9953 9957 9959 AN AQ AS AU EM'
).split(' ');

export const isElectronicAddressScheme = (scheme: string): boolean => ADDRESS_SCHEMES.includes(scheme);

/** Texts without spaces, of letters, digits and the punctuation of identifiers and email addresses. */
const IDENTIFIER = /^[A-Za-z0-9!#$%&'*+./:=?^_{|}~@-]+$/;
const EMAIL = /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/;

/** Formats that Peppol checks, too. In order: SIREN, Swedish organisation number, SIRET, KvK number, Belgian enterprise number, email. */
const FORMS: Readonly<Record<string, (value: string) => boolean>> = {
  '0002': (value) => /^\d{9}$/.test(value),
  '0007': (value) => /^\d{10}$/.test(value) && isLuhnNumber(value),
  '0009': (value) => /^\d{14}$/.test(value),
  '0106': (value) => /^\d{8}$/.test(value),
  '0208': (value) => /^[01]\d{9}$/.test(value) && isBelgianNumber(value),
  EM: (value) => EMAIL.test(value),
};

/** True if the value has the format of its scheme. For most schemes the format is not known, and any identifier is accepted. */
export const isElectronicAddress = ({ scheme, value }: ElectronicAddress): boolean =>
  IDENTIFIER.test(value) && (FORMS[scheme]?.(value) ?? true);

const EU_REASONS =
  '132 132-1A 132-1B 132-1C 132-1D 132-1E 132-1F 132-1G 132-1H 132-1I 132-1J 132-1K 132-1L 132-1M 132-1N 132-1O ' +
  '132-1P 132-1Q 143 143-1A 143-1B 143-1C 143-1D 143-1E 143-1F 143-1FA 143-1G 143-1H 143-1I 143-1J 143-1K 143-1L ' +
  '144 146-1E 148 148-A 148-B 148-C 148-D 148-E 148-F 148-G 151 151-1A 151-1AA 151-1B 151-1C 151-1D 151-1E 153 ' +
  '159 309 79-C D F I J';
const FRENCH_REASONS =
  'FRANCHISE CNWVAT CGI261-1 CGI261-2 CGI261-3 CGI261-4 CGI261-5 CGI261-7 CGI261-8 CGI261A CGI261B CGI261C-1 ' +
  'CGI261C-2 CGI261C-3 CGI261D-1 CGI261D-1BIS CGI261D-2 CGI261D-3 CGI261D-4 CGI261E-1 CGI261E-2 CGI275 CGI277A ' +
  'CGI295 298SEXDECIESA';

/** Codes of reasons for an exemption (VATEX), without those of reverse charge, exports and sales outside the scope of tax (BR-CL-22). */
export const EXEMPTION_CODES: readonly string[] = [
  ...EU_REASONS.split(' ').map((reason) => `VATEX-EU-${reason}`),
  ...FRENCH_REASONS.split(' ').map((reason) => `VATEX-FR-${reason}`),
];

export const isExemptionCode = (code: string): boolean => EXEMPTION_CODES.includes(code);
