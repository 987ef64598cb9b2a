/** Size limits of files, in bytes unless stated otherwise. */

/** Largest file that an attendant may send: WhatsApp's limit for documents in the sandbox (100 MB). */
export const UPLOAD_MAX_BYTES = 100 * 1024 * 1024;
/** Largest multipart form of a message: API Gateway passes 6 MB to Lambda, and base64 adds a third. */
export const MULTIPART_MAX_BYTES = 4_300_000;
/** Minimum size of a voice recording. Smaller ones are accidental. */
export const MIN_AUDIO_BYTES = 10_000;
/** Largest audio file to transcribe: OpenAI's limit for one request. */
export const TRANSCRIBED_MAX_BYTES = 25 * 1024 * 1024;

/** Largest picture of a user; the app sends about 50 kB. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;
/** Maximum pixels of a picture. Decoding more would use up a phone's memory (S-42). */
export const PICTURE_MAX_PIXELS = 40_000_000;
/** Largest picture of a schedule: the specification's limit (S-41). */
export const SCHEDULE_PICTURE_MAX_BYTES = 2 * 1024 * 1024;
/** Largest picture that is downloaded from a URL. */
export const LINKED_IMAGE_MAX_BYTES = 5_000_000;

/** Limits for imported spreadsheets of contacts (S-32). */
export const IMPORT_MAX_BYTES = 5 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 50_000;
/** Rows in one exported file. */
export const EXPORT_ROWS_PER_FILE = 100_000;
