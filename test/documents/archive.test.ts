import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../scripts/documents/samples.ts';
import { PLAIN, render, textsOfPages } from './support.ts';

const model = () => {
  const sample = SAMPLES['one-page'];
  if (sample === undefined) throw new Error('There is no sample.');
  return sample();
};

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n<invoice>é</invoice>\n';

const proxyOf = (pdf: Uint8Array) => getDocumentProxy(new Uint8Array(pdf));

describe('a PDF/A-3', () => {
  it('embeds the e-invoice as Factur-X, and has the same bytes each time', async () => {
    const pdf = await render(model(), PLAIN, XML);
    expect(await render(model(), PLAIN, XML)).toEqual(pdf);
    const attachments = await (await proxyOf(pdf)).getAttachments();
    expect(Object.keys(attachments)).toEqual(['factur-x.xml']);
    expect(new TextDecoder().decode(attachments['factur-x.xml'].content)).toBe(XML);
    const text = Buffer.from(pdf).toString('latin1');
    for (const part of ['/AFRelationship /Alternative', '/S /GTS_PDFA1', '<fx:ConformanceLevel>EN 16931<', '<pdfaid:part>3<']) {
      expect(text).toContain(part);
    }
  });

  it('without an e-invoice has no Factur-X properties', async () => {
    const pdf = await render(model());
    expect(await (await proxyOf(pdf)).getAttachments()).toBeFalsy();
    expect(Buffer.from(pdf).toString('latin1')).not.toContain('factur-x');
  });

  it('escapes names in its metadata', async () => {
    const pdf = await render({ ...model(), title: 'Bäcker & <Söhne>' });
    expect(Buffer.from(pdf).toString('utf8')).toContain('Bäcker &amp; &lt;Söhne&gt;');
  });

  it.each(['{author}', "$& $1 $'"])('contains the title %s as plain text in its metadata', async (title) => {
    const document = model();
    const pdf = Buffer.from(await render({ ...document, title })).toString('utf8');
    expect(pdf).toContain(`<rdf:li xml:lang="x-default">${title.replaceAll('&', '&amp;')} ${document.number}</rdf:li>`);
  });

  it('has selectable text for characters that its fonts lack', async () => {
    const pdf = await render({ ...model(), notes: ['name: 王'] });
    expect((await textsOfPages(pdf)).join(' ')).toContain('name: 王');
  });
});
