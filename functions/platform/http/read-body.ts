import { buffer } from 'node:stream/consumers';
import { AppError } from '@prosa/shared/errors.ts';
import { MULTIPART_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import type { UploadedFile } from './http-call.ts';
import { FormError, readForm } from './read-form.ts';

/** S-36: JSON of at most 1 MB, 20 levels and 1 000 entries a list. */
export const JSON_MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 20;
const MAX_ARRAY = 1000;
/** Enough for ten files with a caption and some flags each. */
const FORM_LIMITS = { fields: 50, fieldBytes: JSON_MAX_BYTES, files: 10 };
const POISONED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const refuse = (path: string, message: string): never => {
  throw new AppError('ERR_VALIDATION', { details: [{ path, message }] });
};

/** Refuses input that is too deep, too long, or pollutes the prototype, before any contract parses it (S-31, S-36). */
const inspect = (value: unknown, path: string, depth: number): void => {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) refuse(path, `nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) {
    if (value.length > MAX_ARRAY) refuse(path, `more than ${MAX_ARRAY} entries`);
    for (const [index, entry] of value.entries()) inspect(entry, `${path}.${index}`, depth + 1);
    return;
  }
  for (const [key, entry] of Object.entries(value)) {
    if (POISONED_KEYS.has(key)) refuse(`${path}.${key}`, 'not allowed');
    inspect(entry, `${path}.${key}`, depth + 1);
  }
};

/** Returns a JSON body as plain values; an absent body is an empty object. */
export const readJsonBody = (raw: Uint8Array): unknown => {
  if (raw.byteLength === 0) return {};
  if (raw.byteLength > JSON_MAX_BYTES)
    throw new AppError('ERR_PAYLOAD_TOO_LARGE', { details: { maxBytes: JSON_MAX_BYTES } });
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(raw).toString('utf8'));
  } catch (error) {
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'body', message: 'not JSON' }], cause: error });
  }
  inspect(value, 'body', 1);
  return value;
};

/** Returns a form field's text; a repeated field with different texts is a list. */
const fieldValue = (texts: readonly string[]): string | readonly string[] => {
  const [first, ...others] = texts;
  return first !== undefined && others.every((text) => text === first) ? first : texts;
};

/**
 * Returns the fields of a multipart body as an object, and its files under `fileField`.
 * @throws AppError ERR_PAYLOAD_TOO_LARGE, ERR_VALIDATION
 */
export const readMultipartBody = async (
  raw: Uint8Array,
  contentType: string,
  fileField: string,
): Promise<{ fields: Record<string, unknown>; files: UploadedFile[] }> => {
  if (raw.byteLength > MULTIPART_MAX_BYTES) {
    // Lambda accepts 6 MB, of which base64 takes a third; larger files are uploaded directly to the bucket.
    throw new AppError('ERR_PAYLOAD_TOO_LARGE', {
      details: { maxBytes: MULTIPART_MAX_BYTES, use: 'POST /api/media/uploads' },
    });
  }
  const fields = new Map<string, string[]>();
  const files: UploadedFile[] = [];
  try {
    await readForm([raw], contentType, FORM_LIMITS, {
      onField: (name, text) => {
        if (POISONED_KEYS.has(name)) throw new FormError('a field aimed at the prototype');
        fields.set(name, [...(fields.get(name) ?? []), text]);
      },
      onFile: async (name, file, info) => {
        const bytes = await buffer(file);
        if (name === fileField) files.push({ ...info, bytes });
      },
    });
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'body', message: 'not a valid form' }],
      cause: error,
    });
  }
  const values = [...fields].map(([name, texts]) => [name, fieldValue(texts)]);
  return { fields: Object.fromEntries(values), files };
};
