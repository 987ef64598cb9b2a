import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { NOT_STORED } from '../security-headers.ts';

/** An answer as the gateway sent it. */
export interface SentAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** `Cache-Control` of the origin, which decides what the edge keeps; empty for none. */
  originCacheControl: string;
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

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

  override writeHead(status: number, reasonOrHeaders?: string | Headers, given?: Headers): this {
    const headers = typeof reasonOrHeaders === 'string' ? given : reasonOrHeaders;
    for (const [name, value] of Object.entries(Array.isArray(headers) ? {} : (headers ?? {})))
      if (value !== undefined) this.setHeader(name, value);
    const told = this.getHeader('cache-control');
    this.#originCacheControl = told === undefined ? '' : String(told);
    if (status >= 400) {
      if (told === undefined) this.setHeader('cache-control', NOT_STORED);
    } else if (this.cacheControl !== undefined) this.setHeader('cache-control', this.cacheControl);
    const raw = Array.isArray(headers) ? headers : undefined;
    return typeof reasonOrHeaders === 'string'
      ? super.writeHead(status, reasonOrHeaders, raw)
      : super.writeHead(status, raw);
  }

  override write(
    chunk: unknown,
    encodingOrDone?: BufferEncoding | ((error: Error | null | undefined) => void),
    done?: (error: Error | null | undefined) => void,
  ): boolean {
    this.#record(chunk);
    return typeof encodingOrDone === 'string'
      ? super.write(chunk, encodingOrDone, done)
      : super.write(chunk, encodingOrDone);
  }

  override end(chunk?: unknown, encodingOrDone?: BufferEncoding | (() => void), done?: () => void): this {
    this.#record(chunk);
    if (typeof encodingOrDone === 'string') super.end(chunk, encodingOrDone, done);
    else super.end(chunk, encodingOrDone);
    if (this.statusCode >= 400)
      this.onError?.({
        status: this.statusCode,
        headers: this.getHeaders(),
        body: Buffer.concat(this.#chunks),
        originCacheControl: this.#originCacheControl,
      });
    return this;
  }

  #record(chunk: unknown): void {
    if (this.onError === undefined || this.statusCode < 400) return;
    if (typeof chunk === 'string') this.#chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk));
  }
}
