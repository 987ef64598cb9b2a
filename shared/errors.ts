/**
 * Every error that a caller can get, with its HTTP status and whether operators are alerted. The codes of the
 * specification keep their names. Every code that is thrown must be listed here, and needs a text in each language of
 * `frontend/locales/<language>/errors.json`.
 */
export const ERROR_CATALOGUE = {
  ERR_VALIDATION: { status: 400, reportable: false },
  ERR_CURSOR_INVALID: { status: 400, reportable: false },
  ERR_NO_OTHER_WHATSAPP: { status: 400, reportable: false },
  ERR_NO_DEF_WAPP_FOUND: { status: 400, reportable: false },
  ERR_WAPP_NOT_INITIALIZED: { status: 409, reportable: false },
  ERR_WAPP_CHECK_CONTACT: { status: 400, reportable: false },
  ERR_WAPP_INVALID_CONTACT: { status: 400, reportable: false },
  ERR_WAPP_GREETING_REQUIRED: { status: 400, reportable: false },
  ERR_WAPP_NAME_EXISTS: { status: 409, reportable: false },
  ERR_WAPP_DOWNLOAD_MEDIA: { status: 400, reportable: false },
  ERR_SENDING_WAPP_MSG: { status: 400, reportable: false },
  ERR_DELETE_WAPP_MSG: { status: 400, reportable: false },
  ERR_EDITING_WAPP_MSG: { status: 400, reportable: false },
  ERR_EDIT_WINDOW_CLOSED: { status: 409, reportable: false },
  ERR_REPLY_WINDOW_CLOSED: { status: 409, reportable: false },
  // Not 429, because clients repeat a call after 429, and this cap lasts until the company's next day.
  ERR_SEND_CAP_REACHED: { status: 409, reportable: false },
  ERR_FETCH_WAPP_MSG: { status: 400, reportable: false },
  ERR_MESSAGE_NOT_RESENDABLE: { status: 409, reportable: false },
  ERR_IDEMPOTENCY_MISMATCH: { status: 422, reportable: false },
  ERR_INVALID_CREDENTIALS: { status: 401, reportable: false },
  ERR_OUT_OF_HOURS: { status: 401, reportable: false },
  // Not 401, because the session is valid. Not 403 either, because older clients retry after it.
  ERR_CURRENT_PASSWORD: { status: 422, reportable: false },
  ERR_UNAUTHENTICATED: { status: 401, reportable: false },
  ERR_SESSION_EXPIRED: { status: 403, reportable: false },
  ERR_NO_PERMISSION: { status: 403, reportable: false },
  ERR_CONTACT_ATTENDED: { status: 403, reportable: false },
  ERR_CONTACT_BLOCKED: { status: 409, reportable: false },
  ERR_ORIGIN_REFUSED: { status: 403, reportable: false },
  ERR_PLAN_FEATURE: { status: 403, reportable: false },
  ERR_SUBSCRIPTION_EXPIRED: { status: 403, reportable: false },
  ERR_PLAN_LIMIT: { status: 403, reportable: false },
  ERR_USER_CREATION_DISABLED: { status: 403, reportable: false },
  ERR_EMAIL_EXISTS: { status: 409, reportable: false },
  ERR_LAST_ADMIN: { status: 409, reportable: false },
  ERR_OTHER_OPEN_TICKET: { status: 409, reportable: false },
  ERR_TICKET_TAKEN: { status: 409, reportable: false },
  ERR_TICKET_ELSEWHERE: { status: 400, reportable: false },
  ERR_TICKET_TRANSITION: { status: 409, reportable: false },
  ERR_QUEUE_REQUIRED: { status: 400, reportable: false },
  ERR_TAG_REQUIRED: { status: 400, reportable: false },
  ERR_SCHEDULE_SENT: { status: 409, reportable: false },
  // The action is not possible in the campaign's state.
  ERR_CAMPAIGN_STATE: { status: 409, reportable: false },
  // 402 and the text `exist` are what the family's clients know.
  ERR_FLOW_NAME_EXISTS: { status: 402, reportable: false },
  // A connection, phrase, queue or integration starts it.
  ERR_FLOW_IN_USE: { status: 409, reportable: false },
  ERR_FLOW_LIMIT: { status: 409, reportable: false },
  ERR_FLOW_PHRASE_LIMIT: { status: 409, reportable: false },
  ERR_INTEGRATION_LIMIT: { status: 409, reportable: false },
  // A queue, an option or a connection names it.
  ERR_INTEGRATION_IN_USE: { status: 409, reportable: false },
  ERR_ASSISTANT_LIMIT: { status: 409, reportable: false },
  ERR_CORRECTION_LIMIT: { status: 409, reportable: false },
  // A connection or a flow names it.
  ERR_ASSISTANT_IN_USE: { status: 409, reportable: false },
  ERR_HELP_LIMIT: { status: 409, reportable: false },
  ERR_HELP_TITLE_EXISTS: { status: 409, reportable: false },
  ERR_LANE_LIMIT: { status: 409, reportable: false },
  // Columns with a time would lead tickets back to themselves.
  ERR_LANE_LOOP: { status: 422, reportable: false },
  ERR_FLOW_INVALID: { status: 422, reportable: false },
  ERR_CONFLICT: { status: 409, reportable: false },
  ERR_DUPLICATED_CONTACT: { status: 409, reportable: false },
  ERR_QUEUE_COLOR_ALREADY_EXISTS: { status: 409, reportable: false },
  ERR_QUEUE_NAME_EXISTS: { status: 409, reportable: false },
  ERR_TAG_NAME_EXISTS: { status: 409, reportable: false },
  ERR_SHORTCODE_EXISTS: { status: 409, reportable: false },
  ERR_NO_SETTING_FOUND: { status: 404, reportable: false },
  ERR_NO_CONTACT_FOUND: { status: 404, reportable: false },
  ERR_NO_TICKET_FOUND: { status: 404, reportable: false },
  ERR_NO_MESSAGE_FOUND: { status: 404, reportable: false },
  ERR_NO_USER_FOUND: { status: 404, reportable: false },
  ERR_NO_WAPP_FOUND: { status: 404, reportable: false },
  ERR_NO_QUEUE_FOUND: { status: 404, reportable: false },
  ERR_NO_CHATBOT_FOUND: { status: 404, reportable: false },
  ERR_NO_TEMPLATE_FOUND: { status: 404, reportable: false },
  ERR_NO_WEBHOOK_FOUND: { status: 404, reportable: false },
  ERR_NO_DELIVERY_FOUND: { status: 404, reportable: false },
  ERR_NO_TAG_FOUND: { status: 404, reportable: false },
  ERR_NO_QUICK_MESSAGE_FOUND: { status: 404, reportable: false },
  ERR_NO_FILE_LIST_FOUND: { status: 404, reportable: false },
  ERR_NO_CONTACT_LIST_FOUND: { status: 404, reportable: false },
  ERR_NO_CONTACT_LIST_ITEM_FOUND: { status: 404, reportable: false },
  ERR_NO_NOTE_FOUND: { status: 404, reportable: false },
  ERR_NO_SCHEDULE_FOUND: { status: 404, reportable: false },
  ERR_NO_CAMPAIGN_FOUND: { status: 404, reportable: false },
  ERR_NO_FLOW_FOUND: { status: 404, reportable: false },
  ERR_NO_FLOW_PHRASE_FOUND: { status: 404, reportable: false },
  ERR_NO_INTEGRATION_FOUND: { status: 404, reportable: false },
  ERR_NO_ASSISTANT_FOUND: { status: 404, reportable: false },
  ERR_NO_ANNOUNCEMENT_FOUND: { status: 404, reportable: false },
  ERR_NO_CHAT_FOUND: { status: 404, reportable: false },
  ERR_NO_CORRECTION_FOUND: { status: 404, reportable: false },
  ERR_NO_HELP_FOUND: { status: 404, reportable: false },
  ERR_NO_CALL_FOUND: { status: 404, reportable: false },
  ERR_NOT_FOUND: { status: 404, reportable: false },
  ERR_PAYLOAD_TOO_LARGE: { status: 413, reportable: false },
  ERR_FILESIZE_OVER_LIMIT: { status: 413, reportable: false },
  ERR_MEDIA_EMPTY: { status: 422, reportable: false },
  ERR_MEDIA_MISSING: { status: 422, reportable: false },
  ERR_MEDIA_TYPE: { status: 415, reportable: false },
  ERR_TRANSCRIPTION_FILE: { status: 422, reportable: false },
  ERR_TRANSCRIPTION_OFF: { status: 409, reportable: false },
  ERR_TRANSCRIPTION_REFUSED: { status: 502, reportable: false },
  ERR_TRANSCRIPTION_FAILED: { status: 502, reportable: false },
  ERR_TRANSCRIPTION_DATA: { status: 502, reportable: false },
  // The operator has not entered a key.
  ERR_HELP_CHAT_OFF: { status: 409, reportable: false },
  ERR_HELP_CHAT_FAILED: { status: 502, reportable: false },
  // The Meta app is not entered.
  ERR_LINK_NOT_SET_UP: { status: 409, reportable: false },
  ERR_LINK_TOKEN_REFUSED: { status: 422, reportable: false },
  ERR_LINK_PERMISSION: { status: 422, reportable: false },
  ERR_LINK_ACCOUNT_MISSING: { status: 422, reportable: false },
  ERR_LINK_ACCOUNT_TAKEN: { status: 409, reportable: false },
  ERR_LINK_FAILED: { status: 502, reportable: false },
  ERR_HISTORY_UNAVAILABLE: { status: 409, reportable: false },
  ERR_PIN_WRONG: { status: 422, reportable: false },
  ERR_PIN_LIMIT: { status: 409, reportable: false },
  ERR_NUMBER_UNVERIFIED: { status: 409, reportable: false },
  ERR_TEMPLATE_STATE: { status: 409, reportable: false },
  ERR_MARKETING_STOPPED: { status: 409, reportable: false },
  ERR_TEMPLATE_VALUES: { status: 422, reportable: false },
  ERR_TEMPLATE_REFUSED: { status: 422, reportable: false },
  ERR_WEBHOOK_LIMIT: { status: 409, reportable: false },
  // A user is in the maximum of chats.
  ERR_CHAT_LIMIT: { status: 409, reportable: false },
  ERR_WEBHOOK_URL: { status: 422, reportable: false },
  ERR_WEBHOOK_OFF: { status: 409, reportable: false },
  ERR_RUNNING_LIMIT: { status: 429, reportable: false },
  ERR_CREATION_LIMIT: { status: 429, reportable: false },
  ERR_TOO_MANY_REQUESTS: { status: 429, reportable: false },
  ERR_CREATING_MESSAGE: { status: 500, reportable: true },
  ERR_CREATING_TICKET: { status: 500, reportable: true },
  ERR_INTERNAL: { status: 500, reportable: true },
  ERR_UNAVAILABLE: { status: 503, reportable: true },
  /** The local program is still starting. */
  ERR_STARTING: { status: 503, reportable: false },
} as const satisfies Record<string, { status: number; reportable: boolean }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** The problem of one field: dot path into params, query or body, and the reason. */
export interface FieldProblem {
  path: string;
  message: string;
}

/**
 * The only error class of the product. `details` is sent to the caller (never put personal data or secrets there);
 * `cause` and `message` are only logged.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Text for the response's `error` field instead of the code, for older clients that parse it. */
  readonly edgeText: string | undefined;
  /** Seconds until a retry makes sense: the response's `Retry-After`. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      details?: unknown;
      cause?: unknown;
      message?: string;
      edgeText?: string;
      retryAfterS?: number;
    } = {},
  ) {
    super(options.message ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.edgeText = options.edgeText;
    this.retryAfterS = options.retryAfterS;
  }

  get status(): number {
    return ERROR_CATALOGUE[this.code].status;
  }
}
