import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a client and the service, that simulates network failures. Does not support HTTPS. */
export interface Network {
  readonly url: string;
  /** Closes all connections. */
  readonly closeConnections: () => void;
  /** Closes all connections and rejects new ones until `restore`. */
  readonly cut: () => void;
  readonly restore: () => void;
  readonly stop: () => void;
}

/** Starts a proxy to the service at `baseUrl`. It closes a connection after the service sent more than `maxResponseBytes`. */
export const openNetwork = async (baseUrl: string, maxResponseBytes = Number.POSITIVE_INFINITY): Promise<Network> => {
  const { hostname, port } = new URL(baseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((clientSocket) => {
    if (isCut) return void clientSocket.destroy();
    const serviceSocket = connect(Number(port), hostname);
    let bytes = 0;
    serviceSocket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxResponseBytes) clientSocket.destroy();
    });
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
      from.pipe(to);
    }
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
