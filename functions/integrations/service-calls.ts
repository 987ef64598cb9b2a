import type { IntegrationCall } from '@prosa/shared/entities/integration.ts';
import { CALL_ANSWER_CHARS } from '@prosa/shared/entities/service-call.ts';
import type { ServiceAnswer, ServiceFailure, ServiceRequest } from '../domain/integrations/adapter.ts';
import type { Clock } from '../platform/clock.ts';
import {
  type AskOutside,
  type OutsideAnswer,
  OutsideFailed,
  type OutsideQuestion,
} from '../platform/fetch-outside.ts';
import { errorFields, log } from '../platform/log.ts';
import { signWebhook } from '../platform/webhook-secret.ts';
import { forgetGoogleToken, googleToken } from './google-token.ts';
import type { ServiceSecrets } from './service-secrets.ts';

/** What is needed to ask a service. */
export interface AskPorts {
  ask: AskOutside;
  clock: Clock;
  /** Waits for so many milliseconds. */
  pause: (ms: number) => Promise<unknown>;
  secrets: ServiceSecrets;
}

/** What the log keeps of a call. */
export type CallRecord = Pick<IntegrationCall, 'request' | 'status' | 'failure' | 'answer' | 'durationMs'>;

/** S-47. */
const LIMITS = { maxBytes: 1_000_000, timeoutMs: 10_000 };
/** For all requests of one exchange, so that the answer comes while the customer still waits. */
const EXCHANGE_MS = 30_000;
/** Pauses before a request is repeated that certainly changed nothing. */
const RETRY_AFTER_MS = [1_000, 3_000];
/** Statuses with which a service says that it has not processed the request. */
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const UNAUTHORIZED = 401;

/** Part of a request that the log keeps. */
const LOGGED_REQUEST_CHARS = 100_000;

type Came = OutsideAnswer | { failure: ServiceFailure };

/** The requests of one exchange with a service. */
export class ServiceCalls {
  readonly #ports: AskPorts;
  readonly #deliveryId: string;
  readonly #beganMs: number;
  #last: Omit<CallRecord, 'durationMs'> | undefined;

  /** @param deliveryId identifies the exchange to a service that gets signed requests */
  constructor(ports: AskPorts, deliveryId: string) {
    this.#ports = ports;
    this.#deliveryId = deliveryId;
    this.#beganMs = ports.clock.now();
  }

  /** Returns the newest request, for the log; undefined if none was made. */
  record(failure: ServiceFailure | undefined): CallRecord | undefined {
    if (this.#last === undefined) return undefined;
    const durationMs = Math.max(0, this.#ports.clock.now() - this.#beganMs);
    return { ...this.#last, failure: failure ?? '', durationMs };
  }

  /** Sends a request, and repeats it if it certainly changed nothing. Never throws for what a host does. */
  async send(asked: ServiceRequest): Promise<ServiceAnswer | { failure: ServiceFailure }> {
    const { body, logged } = asked;
    // A row holds 400 kB.
    const request = (logged ?? body).slice(0, LOGGED_REQUEST_CHARS).toWellFormed();
    this.#last = { request, status: null, failure: '', answer: '' };
    const came = await this.#authorized(asked);
    if ('failure' in came) return came;
    const text = new TextDecoder().decode(came.bytes);
    this.#last = { ...this.#last, status: came.status, answer: text.slice(0, CALL_ANSWER_CHARS) };
    return { status: came.status, text };
  }

  async #authorized(request: ServiceRequest): Promise<Came> {
    if (request.auth !== 'google') return this.#post(request, this.#signature(request));
    const { credentials } = this.#ports.secrets;
    if (credentials === undefined) return { failure: 'credentials' };
    const sent = async (): Promise<Came> => {
      const token = await googleToken(credentials, this.#ports.clock.now(), (url, question) =>
        this.#ask(url, question),
      );
      return 'failure' in token ? token : this.#post(request, { authorization: `Bearer ${token.token}` });
    };
    const came = await sent();
    if ('failure' in came || came.status !== UNAUTHORIZED) return came;
    // The token was revoked before its time.
    forgetGoogleToken(credentials);
    return sent();
  }

  #signature({ auth, body }: ServiceRequest): Record<string, string> {
    const { signingSecret } = this.#ports.secrets;
    if (auth !== 'signed' || signingSecret === undefined) return {};
    return signWebhook({ id: this.#deliveryId, body, nowMs: this.#ports.clock.now() }, [signingSecret]);
  }

  #post({ url, body }: ServiceRequest, headers: Record<string, string>): Promise<Came> {
    return this.#ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Prosa-Integrations', ...headers },
      body: new TextEncoder().encode(body),
    });
  }

  async #ask(url: string, question: OutsideQuestion): Promise<Came> {
    const { clock, pause } = this.#ports;
    for (let attempt = 0; ; attempt++) {
      const { came, isUnsent } = await this.#askOnce(url, question);
      const retries = isUnsent || ('status' in came && RETRIED.has(came.status));
      const pauseMs = RETRY_AFTER_MS[attempt];
      const isLate = clock.now() + (pauseMs ?? 0) >= this.#beganMs + EXCHANGE_MS;
      if (!retries || pauseMs === undefined || isLate) return came;
      await pause(pauseMs);
    }
  }

  async #askOnce(url: string, question: OutsideQuestion): Promise<{ came: Came; isUnsent: boolean }> {
    const { ask, clock } = this.#ports;
    const leftMs = this.#beganMs + EXCHANGE_MS - clock.now();
    if (leftMs <= 0) return { came: { failure: 'too-slow' }, isUnsent: false };
    try {
      const limits = { ...LIMITS, timeoutMs: Math.min(LIMITS.timeoutMs, leftMs) };
      return { came: await ask(url, question, limits), isUnsent: false };
    } catch (error) {
      if (!(error instanceof OutsideFailed)) throw error;
      log.info('an integration did not answer', { reason: error.reason, ...errorFields(error.cause) });
      if (error.reason === 'too-many-redirects') return { came: { failure: 'redirect' }, isUnsent: false };
      return { came: { failure: error.reason }, isUnsent: error.isUnsent };
    }
  }
}
