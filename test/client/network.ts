import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy between a client and the service. It simulates network failures. Does not support HTTPS. */
export interface Network {
  readonly url: string;
  /** Closes all connections. */
  readonly closeConnections: () => void;
  /** Closes all connections and rejects new ones until `restore`. */
  readonly cut: () => void;
  readonly restore: () => void;
  readonly stop: () => void;
}

/** Passes on the first `maxBytes` bytes, then ends the connection to the client. */
const limitBytes = (maxBytes: number, clientSocket: Socket): Transform => {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const rest = maxBytes - bytes;
      bytes += chunk.length;
      if (bytes > maxBytes) clientSocket.end(chunk.subarray(0, Math.max(0, rest)));
      else done(null, chunk);
    },
  });
};

/**
 * Starts a proxy to the service at `baseUrl`. It ends the client's connection when the service sends more than `maxResponseBytes` bytes.
 */
export const openNetwork = async (baseUrl: string, maxResponseBytes = Number.POSITIVE_INFINITY): Promise<Network> => {
  const { hostname, port } = new URL(baseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((clientSocket) => {
    if (isCut) return void clientSocket.destroy();
    const serviceSocket = connect(Number(port), hostname);
    for (const [from, to] of [
      [clientSocket, serviceSocket],
      [serviceSocket, clientSocket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    clientSocket.pipe(serviceSocket);
    serviceSocket.pipe(limitBytes(maxResponseBytes, clientSocket)).pipe(clientSocket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const closeConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closeConnections,
    cut: () => {
      isCut = true;
      closeConnections();
    },
    restore: () => {
      isCut = false;
    },
    stop: () => {
      server.close();
      closeConnections();
    },
  };
};
