import { describe, expect, it } from 'vitest';
import { guideEntry, publishedGuide, readGuides } from '../../scripts/build/guides.ts';
import { VERSIONS } from '../../scripts/test-clients/tools.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

describe('the list of guides', () => {
  it.each([
    ['# Sell\n\nOne sentence. Another.\n', { title: 'Sell', summary: 'One sentence.' }],
    [
      '# Client\n\n## TypeScript\n\nThe client is\nbuilt by [npm](npm.md). It runs.\n',
      { title: 'Client', summary: 'The client is built by npm.' },
    ],
    [
      '# Setup\n\n```sh\nnpm start\n```\n\n- a list\n\nUse these calls: one, two. More.\n',
      { title: 'Setup', summary: 'Use these calls: one, two.' },
    ],
    ['# Errors\n\nThe body is `{"a": "1. b"}`. More.\n', { title: 'Errors', summary: 'The body is `{"a": "1. b"}`.' }],
    ['# Setup\n\nUse these calls:\n\n- a list\n', { title: 'Setup', summary: 'Use these calls.' }],
    ['# Versions\n\nNeeds Node 20.15 or later\n', { title: 'Versions', summary: 'Needs Node 20.15 or later' }],
    ['# Empty\n', { title: 'Empty', summary: '' }],
  ])('contains the title and the first sentence of %j', (markdown, entry) => {
    expect(guideEntry('guide.md', markdown)).toEqual({ file: 'guide.md', ...entry });
  });

  it('describes every guide of this repository', () => {
    const incomplete = [...readGuides(REPOSITORY_ROOT)].filter(([file, text]) => {
      const { title, summary } = guideEntry(file, text);
      return title === file || summary.length < 20;
    });
    expect(incomplete.map(([file]) => file)).toEqual([]);
  });
});

describe('the guide about generated clients', () => {
  it('names the versions with which the generators are tested', () => {
    const text = readGuides(REPOSITORY_ROOT).get('generating-a-client.md') ?? '';
    const versions = Object.fromEntries(
      [...text.matchAll(/^\| .*?`([^`]+)`.*? \| (\d[\d.]*) \|/gm)].map(([, name, version]) => [name, version]),
    );
    const { openapiGenerator, heyApi, openapiPythonClient, oapiCodegen } = VERSIONS;
    expect(versions).toMatchObject({
      'openapi-generator': openapiGenerator,
      '@hey-api/openapi-ts': heyApi,
      'openapi-python-client': openapiPythonClient,
      'oapi-codegen': oapiCodegen.slice(1),
    });
    expect(text.match(/openapi-generator-cli==([\d.]+)/)?.[1]).toBe(openapiGenerator);
  });
});

describe('a published guide', () => {
  it('links to guides and web pages, and names the paths of files of the repository', () => {
    const markdown = 'See [selling](sell.md#pay), [the web](https://example.com) and [settings](../../../infra/README.md#settings).';
    expect(publishedGuide(markdown)).toBe(
      'See [selling](sell.md#pay), [the web](https://example.com) and settings (`infra/README.md#settings`).',
    );
  });

  it.each(['infra/README.md', '`infra/README.md`'])('names the path once if the path is also the text of the link: %s', (text) => {
    expect(publishedGuide(`See [${text}](../../../infra/README.md).`)).toBe('See `infra/README.md`.');
  });

  it('does not contain the reasons why code blocks are not run in tests', () => {
    expect(publishedGuide('```sh not run: in your project\nnpm install\n```\n')).toBe('```sh\nnpm install\n```\n');
  });

  it('begins with its title', () => {
    expect(publishedGuide('---\ntitle: Tax\norder: 1\n---\n\n# Tax\n\nText\n\n---\n')).toBe('# Tax\n\nText\n\n---\n');
  });
});
