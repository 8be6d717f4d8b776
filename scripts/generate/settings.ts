import type { Setting } from '../../infra/settings.ts';

/** Formats settings as a Markdown table; `*` marks those that every stage but `dev` must set. */
export const settingsTable = (settings: Readonly<Record<string, Setting>>): string =>
  [
    '| setting | default | description |',
    '|---|---|---|',
    ...Object.entries(settings).map(
      ([name, { default: value, description, explicit }]) =>
        `| \`${name}\`${explicit === true ? ' *' : ''} | ${formatDefault(value)} | ${description} |`,
    ),
  ].join('\n');

const formatDefault = (value: Setting['default']): string => {
  if (value === null) return '';
  return `\`${typeof value === 'boolean' ? (value ? 'on' : 'off') : value}\``;
};
