import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * Returns the client's IP address behind `trustedProxies` proxies, each of which appends its caller's address to `X-Forwarded-For`.
 * Earlier entries of the header come from the client and are not trusted.
 */
export const clientIp = (request: Pick<IncomingMessage, 'headers' | 'socket'>, trustedProxies: number): string => {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const hops = [...forwarded, request.socket.remoteAddress ?? ''].map((hop) => hop.trim()).filter((hop) => hop !== '');
  return (hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? '').replace(/^::ffff:/, '');
};

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Converts a request to the payload format 2.0 of API Gateway, without a body, since no operation of this process reads a body. */
export const gatewayEventOf = (request: IncomingMessage, trustedProxies: number): APIGatewayProxyEventV2 => {
  const url = request.url ?? '/';
  const queryAt = url.indexOf('?');
  const path = decodePath(queryAt < 0 ? url : url.slice(0, queryAt));
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
      apiId: 'stream-process',
      domainName: headers['host'] ?? '',
      domainPrefix: '',
      http: {
        method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: clientIp(request, trustedProxies),
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
