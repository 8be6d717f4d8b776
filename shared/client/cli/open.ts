import { suggestion } from '../../platform/suggestion.ts';
import type { Command } from './command.ts';
import { fetchDescription } from './description.ts';
import { looksLikeId, resourceById } from './operations.ts';
import { CommandLineError } from './usage.ts';

/** Pages of the service that can be opened by name. */
export const PAGES: Readonly<Record<string, string>> = { console: '/console', docs: '/docs', mail: '/_local/mail' };

export const openCommand: Command = {
  usage: 'open [console|docs|mail|ID]',
  summary: 'open a page of the service in the browser, or an object in the console',
  maxArguments: 1,
  options: {},
  run: async ({ positionals: [, target = 'console'], send, settings: { key, baseUrl }, terminal }): Promise<undefined> => {
    let path = Object.hasOwn(PAGES, target) ? PAGES[target] : undefined;
    if (path === undefined && looksLikeId(target)) {
      const resource = resourceById((await fetchDescription(send)).operations, target);
      path = `/console#/${key.startsWith('svc_live_') ? 'live' : 'test'}/${resource}/${encodeURIComponent(target)}`;
    }
    if (path === undefined) {
      const names = Object.keys(PAGES);
      throw new CommandLineError(
        `Unknown page ${target}.${suggestion(target, names) || ` Pages: ${names.join(', ')}, or the id of an object.`}`,
      );
    }
    const url = new URL(path, baseUrl).href;
    terminal.print(url);
    terminal.openInBrowser(url);
  },
};
