import { useLayoutEffect, useRef } from 'preact/hooks';
import { brandProperties } from '../../../../shared/pages/style/brand.ts';
import type { Row } from '../objects/rows.ts';
import { colorAt, textAt } from './entered-branding.ts';

/** A preview of the checkout with the entered branding. */

const LINKS = [
  ['terms_url', 'Terms'],
  ['privacy_url', 'Privacy'],
  ['support_url', 'Help'],
] as const;

/** Whether the console may show the image: it loads images only from its host, on which uploaded images are stored. */
export const isOnThisHost = (url: string): boolean => URL.canParse(url) && new URL(url).origin === location.origin;

export const BrandingPreview = ({ name, branding }: { readonly name: string; readonly branding: Row }) => {
  const box = useRef<HTMLDivElement>(null);
  const primary = colorAt(branding, 'primary_color');
  const background = colorAt(branding, 'background_color');
  const [shownName, logoUrl] = [textAt(branding, 'display_name') ?? name, textAt(branding, 'logo_url')];
  const links = LINKS.flatMap(([field, title]) => (textAt(branding, field) === null ? [] : [title]));
  useLayoutEffect(() => {
    const style = box.current?.style;
    style?.removeProperty('color-scheme');
    for (const property of [...(style ?? [])]) style?.removeProperty(property);
    for (const [property, value] of Object.entries(brandProperties({ primary, background }))) style?.setProperty(property, value);
  }, [primary, background]);
  return (
    <section aria-label="Preview">
      <h2>Preview of the checkout</h2>
      <div class="preview" ref={box}>
        {logoUrl !== null && isOnThisHost(logoUrl) ? <img src={logoUrl} alt={shownName} height={32} /> : <strong>{shownName}</strong>}
        <div class="sample">
          <strong>Subscribe to Pro plan</strong>
          <p>€12.00 per month</p>
          <dl class="sums">
            <div class="due">
              <dt>Due today</dt>
              <dd>€12.00</dd>
            </div>
          </dl>
          <span class="button">Continue</span>
        </div>
        {links.length === 0 ? null : <p class="links">{links.join(' · ')}</p>}
      </div>
      {logoUrl === null || isOnThisHost(logoUrl) ? null : <p class="soft">The logo is on another server, so it is not shown here.</p>}
    </section>
  );
};
