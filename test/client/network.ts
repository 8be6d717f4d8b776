import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between a client and the service, which can be cut. For plain HTTP. */
export interface Network {
  readonly url: string;
  /** Every connection is lost; new ones can be made. */
  readonly hangUp: () => void;
  /** Every connection is lost, and none can be made until `mend`. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly stop: () => void;
}

/** Passes everything on to the service at `baseUrl`. `mostBytes`: what a connection gets back before it is lost. */
export const openNetwork = async (baseUrl: string, mostBytes = Number.POSITIVE_INFINITY): Promise<Network> => {
  const { hostname, port } = new URL(baseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    let bytes = 0;
    far.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) near.destroy();
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
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
