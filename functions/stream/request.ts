import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * The address of the caller behind `trustedProxies` proxies, each of which appends who called it to `X-Forwarded-For`; what
 * is further left was written by the caller.
 */
export const callerAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>, trustedProxies: number): string => {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const hops = [...forwarded, request.socket.remoteAddress ?? ''].map((hop) => hop.trim()).filter((hop) => hop !== '');
  return (hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? '').replace(/^::ffff:/, '');
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** The request as the pipeline reads it, in the gateway's payload format 2.0. No body: no operation here takes one. */
export const eventOf = (request: IncomingMessage, trustedProxies: number): APIGatewayProxyEventV2 => {
  const url = request.url ?? '/';
  const queryAt = url.indexOf('?');
  const path = decoded(queryAt < 0 ? url : url.slice(0, queryAt));
  const method = request.method ?? 'GET';
  const headers = Object.fromEntries(Object.entries(request.headersDistinct).map(([name, values]) => [name, (values ?? []).join(',')]));
  const now = new Date();
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: queryAt < 0 ? '' : url.slice(queryAt + 1),
    headers,
    isBase64Encoded: false,
    requestContext: {
      accountId: '',
      apiId: 'sidecar',
      domainName: headers['host'] ?? '',
      domainPrefix: '',
      http: {
        method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: callerAddress(request, trustedProxies),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
  };
};
