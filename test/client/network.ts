import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a client and the service, which can simulate network failures. Only for plain HTTP. */
export interface Network {
  readonly url: string;
  /** Closes all connections. */
  readonly hangUp: () => void;
  /** Closes all connections and rejects new ones until `mend`. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly stop: () => void;
}

/** Forwards connections to the service at `baseUrl`. `mostBytes`: a connection is closed after the service sent this many bytes. */
export const openNetwork = async (baseUrl: string, mostBytes = Number.POSITIVE_INFINITY): Promise<Network> => {
  const { hostname, port } = new URL(baseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((clientSocket) => {
    if (isCut) return void clientSocket.destroy();
    const serviceSocket = connect(Number(port), hostname);
    let bytes = 0;
    serviceSocket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) clientSocket.destroy();
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
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hangUp,
    cut: () => {
      isCut = true;
      hangUp();
    },
    mend: () => {
      isCut = false;
    },
    stop: () => {
      server.close();
      hangUp();
    },
  };
};
