import type { Setting } from '../../infra/settings.ts';

/** The settings as a Markdown table. */
export const settingsTable = (settings: Readonly<Record<string, Setting>>): string =>
  [
    '| setting | default | description |',
    '|---|---|---|',
    ...Object.entries(settings).map(
      ([name, { default: standard, description }]) => `| \`${name}\` | ${shown(standard)} | ${description} |`,
    ),
  ].join('\n');

const shown = (value: Setting['default']): string => {
  if (value === null) return '';
  return `\`${typeof value === 'boolean' ? (value ? 'on' : 'off') : value}\``;
};
