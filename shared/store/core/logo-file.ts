import { logoKey } from './keys.ts';
import type { Table, TransactItem } from './table.ts';

/** An uploaded logo. `name` contains a hash of the content. */
export interface LogoFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Builds the write of an account's logo, which replaces an earlier one. */
export const logoItem = (accountId: string, { name, type, bytes }: LogoFile): TransactItem => ({
  Put: { Item: { ...logoKey(accountId), t: 'logo', name, type, bytes } },
});

/** Builds the removal of an account's logo; nothing happens if there is none. */
export const logoRemoval = (accountId: string): TransactItem => ({ Delete: { Key: logoKey(accountId) } });

/** Reads an account's logo; `null` if none was uploaded. */
export const readLogo = async (table: Table, accountId: string): Promise<LogoFile | null> => {
  const item = await table.get(logoKey(accountId));
  return item === null ? null : { name: String(item.name), type: String(item.type), bytes: item.bytes as Uint8Array };
};
