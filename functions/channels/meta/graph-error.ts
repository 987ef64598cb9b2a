import * as z from 'zod';
import { ProviderFailed, type Remedy } from '../driver.ts';

/** An error as the Graph API reports it. `error_data` is WhatsApp's, and may be a bare text. */
const graphErrorSchema = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.int().optional(),
    message: z.string().default(''),
    /** For the user who wrote what is refused, in the language of the account. */
    error_user_msg: z.string().catch(''),
    error_data: z
      .union([z.string(), z.object({ details: z.string() }).transform(({ details }) => details)])
      .catch(''),
  }),
});

type Meaning = readonly [reason: ProviderFailed['reason'], remedy: Remedy];

const STOP: Remedy = { does: 'stop' };
const DOUBT: Remedy = { does: 'doubt' };
const wait = (waitS: number): Remedy => ({ does: 'wait', waitS });
const relink = (because: Extract<Remedy, { does: 'relink' }>['because']): Remedy => ({
  does: 'relink',
  because,
});

/** Seconds to wait for a limit on calls in general. */
const CALLS_WAIT_S = 10;
/** Seconds to wait for a limit on messages in a second. */
const THROUGHPUT_WAIT_S = 3;
/** Seconds to wait for the limit on messages to one person, which allows one in six seconds. */
const PAIR_WAIT_S = 6;
/** Seconds to wait while Meta moves a number to a higher throughput, which takes about a minute. */
const MAINTENANCE_WAIT_S = 20;

/** Meanings of codes with subcodes, before those of the code alone. Messenger and Instagram need both. */
const BY_SUBCODE: Readonly<Record<string, Meaning>> = {
  '10/2018278': ['window-closed', STOP],
  '10/2534022': ['window-closed', STOP],
  '10/2018108': ['unreachable', STOP],
  '551/1545041': ['unreachable', STOP],
  '200/1545041': ['unreachable', STOP],
  '10/1893063': ['account-restricted', STOP],
  '100/2534029': ['account-restricted', STOP],
  '10/2534077': ['relink-needed', relink('account-gone')],
  '100/2534013': ['relink-needed', relink('account-gone')],
  '200/2534041': ['account-restricted', STOP],
  '100/2018001': ['unreachable', STOP],
  '100/2534014': ['unreachable', STOP],
  '100/2018008': ['media-refused', STOP],
  '100/2018047': ['media-refused', STOP],
  '100/2018109': ['media-refused', STOP],
  '100/2018294': ['media-refused', STOP],
  '613/2534040': ['rate-limited', wait(CALLS_WAIT_S)],
};

/** Meanings of codes, as Meta documents them and as its callers report them. */
const BY_CODE: Readonly<Record<number, Meaning>> = {
  0: ['relink-needed', relink('token-refused')],
  1: ['provider-failed', DOUBT],
  2: ['provider-failed', DOUBT],
  3: ['relink-needed', relink('permission-missing')],
  4: ['rate-limited', wait(CALLS_WAIT_S)],
  10: ['relink-needed', relink('permission-missing')],
  17: ['rate-limited', wait(CALLS_WAIT_S)],
  32: ['rate-limited', wait(CALLS_WAIT_S)],
  33: ['relink-needed', relink('account-gone')],
  190: ['relink-needed', relink('token-refused')],
  368: ['account-restricted', STOP],
  551: ['unreachable', STOP],
  613: ['rate-limited', wait(CALLS_WAIT_S)],
  80002: ['rate-limited', wait(CALLS_WAIT_S)],
  80007: ['rate-limited', wait(CALLS_WAIT_S)],
  130403: ['blocked', STOP],
  130429: ['rate-limited', wait(THROUGHPUT_WAIT_S)],
  130472: ['recipient-limit', STOP],
  130497: ['account-restricted', STOP],
  131000: ['provider-failed', DOUBT],
  131005: ['relink-needed', relink('permission-missing')],
  131016: ['provider-failed', DOUBT],
  131026: ['unreachable', STOP],
  131031: ['account-restricted', STOP],
  131037: ['account-restricted', STOP],
  131042: ['payment-missing', STOP],
  131045: ['relink-needed', relink('not-registered')],
  131047: ['window-closed', STOP],
  131048: ['account-restricted', STOP],
  131049: ['recipient-limit', STOP],
  131050: ['opted-out', STOP],
  131053: ['media-refused', STOP],
  131056: ['rate-limited', wait(PAIR_WAIT_S)],
  131057: ['rate-limited', wait(MAINTENANCE_WAIT_S)],
  131062: ['unreachable', STOP],
  131063: ['account-restricted', STOP],
  131064: ['account-restricted', STOP],
  132000: ['template-refused', STOP],
  132001: ['template-refused', STOP],
  132005: ['template-refused', STOP],
  132007: ['template-refused', STOP],
  132012: ['template-refused', STOP],
  132015: ['template-refused', STOP],
  132016: ['template-refused', STOP],
  132018: ['template-refused', STOP],
  133004: ['provider-failed', DOUBT],
  133010: ['relink-needed', relink('not-registered')],
};

/** HTTP's status for too many requests. */
const TOO_MANY = 429;
const TOO_MANY_CALLS: Meaning = ['rate-limited', wait(CALLS_WAIT_S)];
/** First and last code of missing permissions. */
const PERMISSION_CODES = [200, 299] as const;

/** Returns the reason that an attendant reads, and what to do, for an error of the Graph API. */
export const meaningOf = (code: number, subcode?: number): Meaning => {
  const known = BY_SUBCODE[`${code}/${subcode}`] ?? BY_CODE[code];
  if (known !== undefined) return known;
  const [first, last] = PERMISSION_CODES;
  if (code >= first && code <= last) return ['relink-needed', relink('permission-missing')];
  return [`refused-${code}`, STOP];
};

const WORD = /[\w%|.-]+/g;
/** Length of the words that are left out of an error's text: a token that Meta repeats, or an id. */
const LONG_WORD_CHARS = 40;
const TEXT_CHARS = 200;
/** Length of an explanation for users. */
const EXPLANATION_CHARS = 300;

const textOf = (text: string, chars = TEXT_CHARS): string =>
  text.replace(WORD, (word) => (word.length < LONG_WORD_CHARS ? word : '…')).slice(0, chars);

/**
 * Returns the failure in an answer of the Graph API. Its cause names code and text, without tokens.
 * @param body parsed JSON of the answer; undefined if it was no JSON
 */
export const graphFailure = (status: number, body: unknown): ProviderFailed => {
  const parsed = graphErrorSchema.safeParse(body);
  if (!parsed.success) {
    const cause = new Error(`Graph API: status ${status} without an error`);
    if (status === TOO_MANY) return new ProviderFailed(...TOO_MANY_CALLS, cause);
    // An error page of a proxy tells nothing about the request.
    return new ProviderFailed('provider-failed', status < 500 ? STOP : DOUBT, cause);
  }
  const { code, error_subcode, message, error_user_msg, error_data: details } = parsed.data.error;
  const meaning = meaningOf(code, error_subcode);
  // Throttling also comes with codes that Meta does not list.
  const isThrottled = status === TOO_MANY && meaning[1].does === 'stop';
  const [reason, remedy] = isThrottled ? TOO_MANY_CALLS : meaning;
  const text = `Graph API ${code}/${error_subcode ?? 0}: ${textOf(message)} ${textOf(details)}`;
  const explanation = textOf(error_user_msg || message, EXPLANATION_CHARS).toWellFormed();
  return new ProviderFailed(reason, remedy, new Error(text.trimEnd()), explanation);
};
