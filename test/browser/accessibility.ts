import type { Page } from 'playwright-core';

/**
 * Returns the problems that users of keyboards, screen readers, zoom and phones have with a page; empty if there are none. The checks run
 * in the page, on the document as the browser renders it.
 */
export const accessibilityProblems = (page: Pick<Page, 'evaluate'>): Promise<readonly string[]> =>
  page.evaluate(FIND) as Promise<readonly string[]>;

/** The script for the page. A string, because this project is compiled without DOM types. */
const FIND = `(() => {
  const problems = [];
  const need = (isTrue, problem) => { if (!isTrue) problems.push(problem); };
  const all = (selector) => [...document.querySelectorAll(selector)];
  need(/^[a-z]{2}(-[A-Z]{2})?$/.test(document.documentElement.lang), 'the document has no language');
  need(document.title.trim() !== '', 'the document has no title');
  need(all('main').length === 1, 'there is not exactly one main landmark');
  need(all('h1').length === 1, 'there is not exactly one h1');
  need(all('meta[name=viewport]').every((meta) => !/user-scalable=no|maximum-scale/.test(meta.content)), 'zooming is forbidden');
  const ids = all('[id]').map((element) => element.id);
  need(new Set(ids).size === ids.length, 'an id is used twice');
  for (const input of all('input:not([type=hidden])')) {
    const isLabeled = input.getAttribute('aria-label') || [...input.labels].some((label) => label.textContent.trim() !== '');
    need(isLabeled, 'an input has no label: ' + input.id);
    if (input.type === 'radio') need(input.closest('fieldset')?.querySelector('legend')?.textContent.trim(), 'a radio button is not in a named group');
  }
  for (const control of all('button, a[href]').filter((element) => element.getClientRects().length > 0)) {
    need(control.textContent.trim() !== '', 'a control has no name');
    const box = control.getBoundingClientRect();
    // Controls must be at least 44 pixels high; in the console on a wide screen, 24 pixels (WCAG 2.2, 2.5.5 and 2.5.8).
    // Links and buttons in texts, and links in headings, tables and lists of facts may be smaller.
    const minHeight = document.getElementById('console') !== null && innerWidth >= 960 ? 24 : 44;
    const isInText = control.closest('p, .problem, dd, h3, .timeline li, td') !== null && control.tagName === 'A';
    need(isInText || control.closest('p, .problem') !== null || box.height >= minHeight, 'a button is too small: ' + control.textContent);
  }
  for (const element of all('[aria-describedby]')) {
    const ids = element.getAttribute('aria-describedby').split(' ');
    need(ids.every((id) => document.getElementById(id) !== null), 'a description is missing');
  }
  const levels = all('h1, h2, h3').map((heading) => Number(heading.tagName[1]));
  need(levels.every((level, index) => index === 0 || level - levels[index - 1] <= 1), 'a heading level is skipped');

  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const channels = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const backgroundOf = (element) => {
    for (let ancestor = element; ancestor !== null; ancestor = ancestor.parentElement) {
      const colour = channels(getComputedStyle(ancestor).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const luminance = ([red, green, blue]) => {
    const linear = (value) => { const s = value / 255; return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const texts = all('main *, header *').filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''));
  for (const element of texts) {
    const [text, background] = [luminance(channels(getComputedStyle(element).color)), luminance(backgroundOf(element))];
    const contrast = (Math.max(text, background) + 0.05) / (Math.min(text, background) + 0.05);
    need(contrast >= 4.5, 'the contrast is ' + contrast.toFixed(2) + ' at: ' + element.textContent.trim().slice(0, 40));
  }
  return problems;
})()`;

/** Returns how far the page can be scrolled horizontally, in pixels. */
export const horizontalOverflow = (page: Pick<Page, 'evaluate'>): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth') as Promise<number>;
