/** How large files may be, in bytes unless they say otherwise. */

/** Largest file an attendant may send: the sandbox of WhatsApp's document limit (100 MB). */
export const UPLOAD_MAX_BYTES = 100 * 1024 * 1024;
/** What the multipart form of a message may carry in all: API Gateway hands Lambda 6 MB, base64 takes a third. */
export const MULTIPART_MAX_BYTES = 4_300_000;
/** Recordings below this are slips of the thumb. */
export const MIN_AUDIO_BYTES = 10_000;
/** What OpenAI takes in one request. */
export const TRANSCRIBED_MAX_BYTES = 25 * 1024 * 1024;

/** Largest picture of a user; the app sends some 50 kB. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;
/** More would take a phone's memory to decode (S-42). */
export const PICTURE_MAX_PIXELS = 40_000_000;
/** The specification's limit for a picture that is attached to a schedule (S-41). */
export const SCHEDULE_PICTURE_MAX_BYTES = 2 * 1024 * 1024;
/** A picture that is fetched from its address. */
export const LINKED_IMAGE_MAX_BYTES = 5_000_000;

/** Sheets of contacts (S-32). */
export const IMPORT_MAX_BYTES = 5 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 50_000;
/** Rows of one exported file. */
export const EXPORT_ROWS_PER_FILE = 100_000;
