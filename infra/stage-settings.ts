import { existsSync } from 'node:fs';
import { SETTINGS, SettingsError } from './settings.ts';

const FOLDER = new URL('stages/', import.meta.url);

/**
 * Loads the settings of a stage from `infra/stages/<stage>.ts`; returns `{}` if this file does not exist. Throws if the file exports no
 * settings, or unknown ones.
 */
export const stageSettings = async (stage: string): Promise<Readonly<Record<string, unknown>>> => {
  const file = new URL(`${stage}.ts`, FOLDER);
  if (!existsSync(file)) return {};
  const { settings } = (await import(file.href)) as { readonly settings?: Readonly<Record<string, unknown>> };
  if (settings === undefined) throw new SettingsError(`infra/stages/${stage}.ts exports no "settings".`);
  const unknown = Object.keys(settings).filter((name) => name === 'stage' || !Object.hasOwn(SETTINGS, name));
  if (unknown.length > 0) throw new SettingsError(`infra/stages/${stage}.ts has unknown settings: ${unknown.join(', ')}.`);
  return settings;
};
