import type { ComponentChildren } from 'preact';
import { useApi } from '../app/api.ts';
import { useRead } from '../app/parts.tsx';
import type { Delivery } from './rows.ts';

/** Whether the latest deliveries of a webhook endpoint arrive. */

/** Number of deliveries that are read: as many as the API reads for the account problem `webhook_deliveries_failing`. */
const LATEST_COUNT = '10';

/** Whether the last attempt failed. It is retried unless the status is `failed`. */
const isFailing = ({ status, last_error: error }: Delivery): boolean => status === 'failed' || (status === 'pending' && error !== null);

const Health = ({ id }: { readonly id: string }) => {
  const { calls, mode } = useApi();
  const path = `webhook_endpoints/${id}/deliveries` as const;
  const read = useRead(
    () => calls.page(mode, path, new URLSearchParams({ limit: LATEST_COUNT })),
    `${mode} ${path}`,
    () => undefined,
  );
  if (read.kind !== 'read') return null;
  const { data } = read.value;
  const failing = data.filter(isFailing).length;
  if (failing === 0 && !data.some(({ status }) => status === 'delivered')) return <>None yet</>;
  if (failing === 0) return <span class="badge success">Delivered</span>;
  return <span class="badge danger">{failing === data.length ? 'Failing' : `${failing} of the last ${data.length} failing`}</span>;
};

/** The delivery health of an endpoint, as a cell of the list of webhook endpoints. */
export const deliveryHealth = ({ id }: { readonly id: string }): ComponentChildren => <Health id={id} />;
