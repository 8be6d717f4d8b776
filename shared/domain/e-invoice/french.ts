import { isLuhnNumber } from './check-digits.ts';
import type { ModelNote, ModelParty } from './model.ts';
import type { ElectronicAddress } from './settings.ts';
import type { EInvoiceFacts } from './types.ts';

const VAT_ID = /^FR[A-Z0-9]{2}(\d{9})$/;

/** SIREN of a French business: the last nine digits of its VAT id. `null`: not a French business. */
export const sirenInVatId = (vatId: string | null): string | null => VAT_ID.exec(vatId ?? '')?.[1] ?? null;

/** Finds numbers of nine digits, and the first nine digits of numbers of fourteen. */
const SIREN_OR_SIRET = /(?<!\d)(?=(\d{3}[\s.-]?\d{3}[\s.-]?\d{3})(?:[\s.-]?\d{5})?(?!\d))/g;

/** The SIREN in a registration number such as `RCS Paris 404 833 048`; for a SIRET, its first nine digits. `null`: no valid number. */
export const sirenInRegistrationNumber = (registrationNumber: string | null): string | null =>
  [...(registrationNumber ?? '').matchAll(SIREN_OR_SIRET)].map(([, digits = '']) => digits.replaceAll(/\D/g, '')).find(isLuhnNumber) ??
  null;

/** Legal id of a French business (BT-30, BT-47): its SIREN. `null`: unknown. */
export const frenchLegalId = (siren: string | null): ModelParty['legalId'] => (siren === null ? null : { scheme: '0002', value: siren });

/** Address of a French business in the directory of the French platforms: its SIREN. `null`: not a French business. */
export const frenchAddress = (siren: string | null): ElectronicAddress | null => (siren === null ? null : { scheme: '0225', value: siren });

/** True for a sale between French businesses, to which the rules of the French reform (BR-FR) apply. */
export const isBetweenFrenchBusinesses = ({ document: { seller, buyer } }: EInvoiceFacts): boolean =>
  seller.countryCode === 'FR' && buyer.countryCode === 'FR' && buyer.vatNumber !== null;

/** Business process (BT-23) of a sale of services (BR-FR-08). */
export const FRENCH_SERVICES_PROCESS = 'S1';

/** Statements that the Code de commerce (L441-9, L441-10, D441-5) requires (BR-FR-05), with the terms that apply if nothing is agreed. */
export const FRENCH_NOTES: readonly ModelNote[] = [
  { subject: 'AAB', text: 'Pas d’escompte pour paiement anticipé.' },
  {
    subject: 'PMD',
    text: 'Pénalités de retard : taux de refinancement de la Banque centrale européenne majoré de 10 points de pourcentage.',
  },
  { subject: 'PMT', text: 'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 euros.' },
];

/** Maximum number of decimals of a unit price (BT-146) in the currency's main unit (BR-FR-DEC-03). */
export const FRENCH_PRICE_DECIMALS = 6;

/** Present and former VAT rates in basis points that BR-FR-16 allows. */
const FRENCH_RATES: readonly number[] = [0, 90, 105, 175, 210, 550, 700, 850, 920, 960, 1000, 1300, 1960, 2000, 2060];

export const isFrenchRate = (rateBasisPoints: number): boolean => FRENCH_RATES.includes(rateBasisPoints);
