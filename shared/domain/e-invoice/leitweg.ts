import type { ElectronicAddress } from './settings.ts';

/** A Leitweg-ID of a German public body: coarse address, optional fine address, check digits. */
const LEITWEG_ID = /^\d{2,12}(-[A-Za-z0-9]{1,30})?-\d{2}$/;

export const isLeitwegId = (reference: string | null | undefined): boolean => LEITWEG_ID.test(reference ?? '');

/** The electronic address (BT-49) of a German public body: its Leitweg-ID. `null`: no Leitweg-ID, or the buyer is not German. */
export const leitwegAddress = (reference: string | null | undefined, countryCode: string | null): ElectronicAddress | null =>
  countryCode === 'DE' && reference && isLeitwegId(reference) ? { scheme: '0204', value: reference } : null;
