import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { Html, html } from '../../../shared/platform/html.ts';

for (const [name, language] of Object.entries({ bash, go, java, json, php, python, typescript, xml, yaml })) {
  hljs.registerLanguage(name, language);
}

/** The service's address and the test key in examples. The page's script replaces both with the reader's values. */
export const EXAMPLE_URL = 'https://billing.example.com';
export const EXAMPLE_KEY = 'svc_test_...';

/** Languages by the text that follows the opening fence of a code block. `name` is for readers; `grammar` is the name for highlight.js. */
const LANGUAGES: Readonly<Record<string, { readonly name: string; readonly grammar: string | null }>> = {
  sh: { name: 'Shell', grammar: 'bash' },
  bash: { name: 'Shell', grammar: 'bash' },
  curl: { name: 'curl', grammar: 'bash' },
  ts: { name: 'TypeScript', grammar: 'typescript' },
  typescript: { name: 'TypeScript', grammar: 'typescript' },
  python: { name: 'Python', grammar: 'python' },
  go: { name: 'Go', grammar: 'go' },
  java: { name: 'Java', grammar: 'java' },
  php: { name: 'PHP', grammar: 'php' },
  json: { name: 'JSON', grammar: 'json' },
  html: { name: 'HTML', grammar: 'xml' },
  yaml: { name: 'YAML', grammar: 'yaml' },
  text: { name: 'Text', grammar: null },
};

/** Name of a language for readers. Throws for a language that the site does not know. */
const languageName = (language: string): string => {
  const known = LANGUAGES[language];
  if (known === undefined)
    throw new Error(`No highlighting for the language '${language}': add it to ${import.meta.filename ?? 'highlight.ts'}.`);
  return known.name;
};

const withReaderValues = (markup: string): string =>
  markup
    .replaceAll(EXAMPLE_URL, `<span data-fill="url">${EXAMPLE_URL}</span>`)
    .replaceAll(EXAMPLE_KEY, `<span data-fill="key">${EXAMPLE_KEY}</span>`);

/** Highlights code with class names, without inline styles. */
const highlight = (code: string, language: string): Html => {
  const grammar = LANGUAGES[language]?.grammar ?? null;
  const markup = grammar === null ? html`${code}`.markup : hljs.highlight(code, { language: grammar }).value;
  return new Html(withReaderValues(markup));
};

/** A code block with a button that copies it. `label`: shown above the code. The page's script shows the button. */
export const codeBlock = (code: string, language: string, label: string = languageName(language)): Html =>
  html`<figure class="code"><figcaption>${label}<button type="button" class="copy" hidden>Copy</button></figcaption><pre tabindex="0"><code>${highlight(code.trimEnd(), language)}</code></pre></figure>`;
