import type { Row } from '../objects/rows.ts';

/** The values of a branding while the member enters it. */

const COLOR = /^#[0-9a-f]{6}$/i;

export const textAt = (branding: Row, name: string): string | null => {
  const value = branding[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
};

/** The colour of a field; `null`: empty or invalid, for example while the member types it. */
export const colorAt = (branding: Row, name: string): string | null => {
  const text = textAt(branding, name);
  return text !== null && COLOR.test(text) ? text.toLowerCase() : null;
};
