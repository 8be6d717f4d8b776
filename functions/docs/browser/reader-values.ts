/** Whether the host name is one of this machine, where the local service of `npm start` answers. */
const isThisMachine = (name: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(name) || name.endsWith('.localhost');

const fill = (name: string, value: string): void => {
  for (const element of document.querySelectorAll(`[data-fill="${name}"]`)) element.textContent = value;
};

/**
 * Replaces the example address in the code examples with the address of this service. On the local service of `npm start`, also replaces
 * the example key with the test key of the demo account, which only that service returns.
 */
export const fillReaderValues = async (rootPath: string): Promise<void> => {
  fill('url', new URL(rootPath === '' ? './' : rootPath, location.href).href.replace(/\/$/, ''));
  if (!isThisMachine(location.hostname)) return;
  const response = await fetch(`${rootPath}_local/test_key`).catch(() => null);
  if (response?.ok !== true) return;
  const { test_key: testKey } = (await response.json()) as { readonly test_key?: string };
  if (testKey !== undefined) fill('key', testKey);
};
