import { describe, expect, it } from 'vitest';
import { html, raw } from '../../shared/platform/html.ts';

describe('markup', () => {
  it('escapes text in elements and attributes', () => {
    const name = `<img src=x onerror="alert('1')">&`;
    expect(html`<p title="${name}">${name}</p>`.markup).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
    );
  });

  it('keeps nested markup, joins lists and omits `null`', () => {
    expect(html`<ul>${['a', '<b>'].map((item) => html`<li>${item}</li>`)}${null}${3}${raw('<br>')}</ul>`.markup).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li>3<br></ul>',
    );
  });
});
