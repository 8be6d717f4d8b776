/** Names under which only this machine is reached. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const FORM = /^(?<name>\[[0-9a-f:]+\]|[a-z0-9._-]+)(:\d{1,5})?$/;

/**
 * Whether a request names this machine or one of the `further` names in its `Host` header, at any port. A page of the web can have its own
 * name lead to this machine, and then reads what is answered under that name.
 */
export const namesThisHost = (header: string | undefined, further: readonly string[]): boolean => {
  const name = FORM.exec((header ?? '').toLowerCase())?.groups?.['name'];
  return name !== undefined && (LOOPBACK.includes(name) || further.includes(name));
};
