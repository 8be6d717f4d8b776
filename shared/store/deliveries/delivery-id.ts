import { createHash } from 'node:crypto';

/**
 * Builds `whd_` + a UUID version 7 in 32 hexadecimal digits [HTTP-20], from the event's recording time and a hash of event
 * and endpoint. A repeated fan-out therefore writes the same item, and the items sort by time.
 */
export const deliveryId = (eventId: string, endpointId: string, recordedAtMs: number): string => {
  const time = recordedAtMs.toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(`${eventId}|${endpointId}`).digest('hex');
  const variant = ((Number.parseInt(hash.charAt(3), 16) & 0x3) | 0x8).toString(16);
  return `whd_${time}7${hash.slice(0, 3)}${variant}${hash.slice(4, 19)}`;
};
