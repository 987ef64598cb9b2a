import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';

/** A form that is incomplete or exceeds the limits. */
export class FormError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FormError';
  }
}

export interface FormLimits {
  fields: number;
  /** Maximum length of one field's text; a longer text is refused, not cut. */
  fieldBytes: number;
  files: number;
}

/** Handlers of a form's parts, called in the order of the parts. */
export interface FormTaker {
  /** An error thrown here ends the parsing. */
  onField(name: string, text: string): void;
  /**
   * Must read the file to its end, whatever its name, because the form continues after it. An error thrown here ends
   * the parsing.
   */
  onFile(
    name: string,
    file: AsyncIterable<Uint8Array>,
    info: { fileName: string; mimeType: string },
  ): Promise<void>;
}

const openParser = (contentType: string, { fields, fieldBytes, files }: FormLimits): busboy.Busboy => {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      // One part more than allowed, so that valid forms stay below the limit. Parts without a name are counted only
      // here.
      limits: { fields, fieldSize: fieldBytes, files, parts: fields + files + 1 },
    });
  } catch (error) {
    throw new FormError('not a form', { cause: error });
  }
};

async function* contentOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (error) {
    throw new FormError('a file is cut off', { cause: error });
  }
}

/**
 * Reads a multipart body. Resolves once the closing boundary has arrived and every file was read; otherwise rejects,
 * and no part is left that could fail later. `source` is not closed, so that the sender can still be answered.
 * @throws FormError for a body that is cut off, malformed or beyond the limits; errors that `taker` threw
 */
export const readForm = async (
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  contentType: string,
  limits: FormLimits,
  taker: FormTaker,
): Promise<void> => {
  const parser = openParser(contentType, limits);
  const taking: Promise<void>[] = [];
  let reason: Error | undefined;
  const end = (error: unknown): void => {
    reason ??= error instanceof Error ? error : new FormError('not a form', { cause: error });
    parser.destroy(reason);
  };
  parser.on('field', (name: string | undefined, text, { valueTruncated }) => {
    try {
      if (name === undefined) throw new FormError('a part without a name');
      if (valueTruncated) throw new FormError('a field is too long');
      taker.onField(name, text);
    } catch (error) {
      end(error);
    }
  });
  parser.on('file', (name: string | undefined, file, { filename = '', mimeType }) => {
    // A truncated file emits an error of its own, possibly before it has a reader; the parser fails as well.
    file.on('error', () => undefined);
    if (name === undefined) end(new FormError('a part without a name'));
    else taking.push(taker.onFile(name, contentOf(file), { fileName: filename, mimeType }).catch(end));
  });
  parser.on('filesLimit', () => end(new FormError('too many files')));
  parser.on('fieldsLimit', () => end(new FormError('too many fields')));
  parser.on('partsLimit', () => end(new FormError('too many parts')));
  // The parser reports every error in a chunk of the body; the first one has already ended the reading.
  parser.on('error', (error) => end(new FormError('not a whole form', { cause: error })));
  try {
    await pipeline(source, parser);
  } catch (error) {
    end(new FormError('not a whole form', { cause: error }));
  }
  await Promise.all(taking);
  if (reason !== undefined) throw reason;
};
