import { type ExampleRequest, headersOf } from './example-request.ts';

/** Returns a text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const bodyOf = ({ body }: ExampleRequest): string[] => {
  if (body === null) return [];
  if ('json' in body) return [`--data ${quoted(JSON.stringify(body.json, null, 2))}`];
  const { field, name, mimeType } = body.file;
  return [
    // Not --form, which gives a meaning to values that begin with @ or <.
    ...Object.entries(body.fields).map(([key, value]) => `--form-string ${quoted(`${key}=${value}`)}`),
    `--form ${quoted(`${field}=@${name};type=${mimeType}`)}`,
  ];
};

/** Returns a request as a command of curl, for a POSIX shell. */
export const curlExample = (request: ExampleRequest): string =>
  [
    `curl --request ${request.method}`,
    quoted(request.url),
    ...Object.entries(headersOf(request)).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...bodyOf(request),
  ].join(' \\\n  ');
