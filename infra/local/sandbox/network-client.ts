import * as z from 'zod';

const accountSchema = z.object({
  key: z.string().regex(/^\d+:\d+$/),
  number: z.string(),
  linked: z.boolean(),
  connected: z.boolean(),
  showsCode: z.boolean(),
});
export type NetworkAccount = z.infer<typeof accountSchema>;

export interface ConnectionRef {
  companyId: number;
  connectionId: number;
}

/** An answer of the network's control API, passed on as it is. */
export interface NetworkAnswer {
  status: number;
  contentType: string;
  body: Buffer;
}

/** The control API of the fake network. */
export class NetworkClient {
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  async call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<NetworkAnswer> {
    const response = await fetch(`${this.origin}/control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'application/json',
      body: Buffer.from(await response.arrayBuffer()),
    };
  }

  async accounts(): Promise<(NetworkAccount & ConnectionRef)[]> {
    const { body } = await this.call('GET', '/accounts');
    return z
      .array(accountSchema)
      .parse(JSON.parse(body.toString('utf8')))
      .map((account) => {
        const [companyId = 0, connectionId = 0] = account.key.split(':').map(Number);
        return { ...account, companyId, connectionId };
      });
  }
}
