import { useLayoutEffect, useRef } from 'preact/hooks';
import { brandProperties } from '../../../../shared/pages/style/brand.ts';
import type { Row } from '../objects/rows.ts';
import { colorAt, textAt } from './entered-branding.ts';

/** A preview of the hosted pages with the entered branding. It omits the logo, because the console loads nothing from other servers. */

const LINKS = [
  ['terms_url', 'Terms'],
  ['privacy_url', 'Privacy'],
  ['support_url', 'Help'],
] as const;

export const Preview = ({ name, branding }: { readonly name: string; readonly branding: Row }) => {
  const box = useRef<HTMLElement>(null);
  const primary = colorAt(branding, 'primary_color');
  const background = colorAt(branding, 'background_color');
  useLayoutEffect(() => {
    const style = box.current?.style;
    style?.removeProperty('color-scheme');
    for (const property of [...(style ?? [])]) style?.removeProperty(property);
    for (const [property, value] of Object.entries(brandProperties({ primary, background }))) style?.setProperty(property, value);
  }, [primary, background]);
  return (
    <section class="preview" aria-label="Preview" ref={box}>
      <p>
        <strong>{textAt(branding, 'display_name') ?? name}</strong>
      </p>
      <p class="cost">€12.00 every month</p>
      <span class="button">Pay €12.00</span>
      <p class="soft">{LINKS.flatMap(([field, title]) => (textAt(branding, field) === null ? [] : [title])).join(' · ')}</p>
    </section>
  );
};
