import { ServerResponse } from 'node:http';
import { NOT_STORED } from '../security-headers.ts';

/** An answer as the gateway sent it. */
export interface SentAnswer {
  status: number;
  headers: Readonly<Record<string, string | number | readonly string[]>>;
  body: Buffer;
  /** `Cache-Control` of the origin, which decides what the edge keeps; empty for none. */
  originCacheControl: string;
}

const isHeaders = (value: unknown): value is Record<string, string | number | readonly string[]> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A response that passes the edge: it gets the `Cache-Control` header that the edge's policy and functions set, and
 * an error is recorded, so that the edge may keep it.
 */
export class EdgeResponse extends ServerResponse {
  /** `Cache-Control` that the edge sets on answers that are no errors; undefined leaves the origin's. */
  cacheControl: string | undefined;
  /** Called with an error once it is complete. */
  onError: ((answer: SentAnswer) => void) | undefined;
  #originCacheControl = '';
  readonly #chunks: Buffer[] = [];

  override writeHead(...given: unknown[]): this {
    const headers = given.at(-1);
    if (isHeaders(headers)) {
      given.pop();
      for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    }
    const told = this.getHeader('cache-control');
    this.#originCacheControl = told === undefined ? '' : String(told);
    if (Number(given[0]) >= 400) {
      if (told === undefined) this.setHeader('cache-control', NOT_STORED);
    } else if (this.cacheControl !== undefined) this.setHeader('cache-control', this.cacheControl);
    Reflect.apply(super.writeHead, this, given);
    return this;
  }

  override write(...given: unknown[]): boolean {
    this.#record(given[0]);
    return Boolean(Reflect.apply(super.write, this, given));
  }

  override end(...given: unknown[]): this {
    this.#record(given[0]);
    Reflect.apply(super.end, this, given);
    if (this.statusCode >= 400 && this.onError !== undefined) {
      const headers = Object.entries(this.getHeaders()).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      this.onError({
        status: this.statusCode,
        headers: Object.fromEntries(headers),
        body: Buffer.concat(this.#chunks),
        originCacheControl: this.#originCacheControl,
      });
    }
    return this;
  }

  #record(chunk: unknown): void {
    if (this.onError === undefined || this.statusCode < 400) return;
    if (typeof chunk === 'string') this.#chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk));
  }
}
