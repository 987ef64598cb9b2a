import { randomBytes } from 'node:crypto';

/** Texts of Meta's error codes, as its pages of errors print them. */
const TITLES: Readonly<Record<number, string>> = {
  2: 'Service temporarily unavailable',
  4: 'Application request limit reached',
  10: 'Application does not have permission for this action',
  100: 'Invalid parameter',
  200: 'Permissions error',
  210: 'A page access token is required to request this resource.',
  551: "This person isn't available right now.",
  613: 'Calls to this api have exceeded the rate limit.',
  803: 'Some of the aliases you requested do not exist',
  130429: 'Rate limit hit',
  131000: 'Something went wrong',
  131005: 'Access denied',
  131008: 'Required parameter is missing',
  131009: 'Parameter value is not valid',
  131021: 'Recipient cannot be sender',
  131026: 'Message undeliverable',
  131045: 'Incorrect certificate',
  131047: 'Re-engagement message',
  131050: 'User has stopped receipt of marketing messages from this business',
  131051: 'Unsupported message type',
  131053: 'Media upload error',
  131056: '(Business Account, Consumer Account) pair rate limit hit',
  132000: 'Template Param Count Mismatch',
  132001: 'Template does not exist',
  132012: 'Template Parameter Format Mismatch',
  132015: 'Template is Paused',
  132016: 'Template is Disabled',
  132018: 'Template parameters are invalid',
  133010: 'Phone number not registered',
  2593107: 'Synchronization request limit exceeded',
};
export const titleOf = (code: number): string => TITLES[code] ?? 'Generic error';

const STATUSES: Readonly<Record<number, number>> = {
  0: 401,
  2: 503,
  4: 429,
  10: 403,
  190: 401,
  368: 403,
  803: 404,
  131000: 500,
  131005: 403,
  131016: 500,
  131031: 403,
  131045: 500,
  131057: 500,
  132001: 404,
  133004: 503,
};
/** First and last code of missing permissions. */
const PERMISSION_CODES = [200, 299] as const;

const statusOf = (code: number): number => {
  const [first, last] = PERMISSION_CODES;
  return STATUSES[code] ?? (code >= first && code <= last ? 403 : 400);
};

/** First code of WhatsApp's own errors, which carry `error_data`. */
const WHATSAPP_CODES = 130_000;

interface Detail {
  subcode?: number;
  /** Explains the error to the developer. */
  details?: string;
  isTransient?: boolean;
}

/** An error of the Graph API. The HTTP status follows from the code. */
export class GraphRefused extends Error {
  readonly code: number;
  readonly status: number;
  private readonly detail: Detail;

  constructor(code: number, detail: Detail = {}) {
    super(detail.details ?? titleOf(code));
    this.code = code;
    this.status = statusOf(code);
    this.detail = detail;
  }

  /** Returns the body of the answer. */
  body(): { error: Record<string, unknown> } {
    const { subcode, details, isTransient } = this.detail;
    const isWhatsapp = this.code >= WHATSAPP_CODES;
    const text = isWhatsapp ? titleOf(this.code) : (details ?? titleOf(this.code));
    return {
      error: {
        message: this.code === 190 ? text : `(#${this.code}) ${text}`,
        type: this.code === 803 ? 'GraphMethodException' : 'OAuthException',
        code: this.code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        ...(isTransient === undefined ? {} : { is_transient: isTransient }),
        ...(isWhatsapp
          ? { error_data: { messaging_product: 'whatsapp', details: details ?? titleOf(this.code) } }
          : {}),
        fbtrace_id: randomBytes(8).toString('base64url'),
      },
    };
  }
}
